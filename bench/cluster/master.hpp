// The master's side of the allocator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "amounts.hpp"
#include "apportion.hpp"
#include "offer_bundle.hpp"
#include "outbox.hpp"
#include "page_server.hpp"
#include "workload.hpp"

namespace cluster {

// Real time spent within the allocator, in seconds, and what it did.
struct allocator_times {
  double adding = 0;      // agents, frameworks and roles
  double cycles = 0;      // apportion_allocate and reading the offers
  double clock = 0;       // apportion_advance, which ends filters
  double operations = 0;  // apportion_submit
  std::uint64_t operation_count = 0;
};

// Agents, frameworks and roles go by their indices in the workload. Operations
// are queued, and have reached the allocator when the next cycle begins.
// Failures of the allocator throw.
class master {
 public:
  // Tells the allocator of all there is; frameworks start out suppressed. It is
  // recorded in a folder, if one is named. Throws usage_error if it cannot be.
  master(const workload& w, std::uint64_t seed, std::uint32_t agent_order,
         const std::string& record);

  // Moves the clock to a periodic allocation and runs it. The next call reuses
  // the memory of what it returns.
  const apportion::cycle& allocate(std::int64_t now);
  // Of the last cycle alone, in seconds.
  double cycle_seconds() const noexcept { return cycle_seconds_; }

  std::size_t framework_of(const apportion::offer& o) const {
    return framework_index_.at(o.framework);
  }
  std::size_t agent_of(const apportion::offer& o) const {
    return agent_index_.at(o.agent);
  }
  // Reads the resources of one of the last cycle's offers.
  void read(const apportion::offer& o, bundle& out) const {
    kinds_.read(cycle_.resources_of(o), out);
  }

  // Ends or begins its offers.
  void set_suppressed(std::size_t framework, bool suppressed) {
    outbox_.set_suppressed(frameworks_[framework], suppressed);
  }
  // The framework turns down one of the last cycle's offers, or the rest of
  // it, for a while.
  void decline(std::int64_t now, const apportion::offer& o, const bundle& rest,
               std::int64_t refuse_nanos) {
    outbox_.recover(now, o.framework, o.agent, o.role, rest, refuse_nanos,
                    false);
  }
  // Tasks use a part of the offer.
  void launch(const apportion::offer& o, const bundle& used) {
    outbox_.transition(o.agent, o.role, used);
  }
  // Tasks no longer use it.
  void release(std::int64_t now, std::size_t framework, std::size_t agent,
               const bundle& used) {
    outbox_.recover(now, frameworks_[framework], agents_[agent],
                    roles_[framework_roles_[framework]], used,
                    APPORTION_NO_FILTER, true);
  }

  // Has the page show the allocator as it is.
  void show(page_server& page) { page.serve(allocator_); }

  // Throws if the allocator's books differ from what roles hold; one entry for
  // each role, of what its own frameworks hold.
  void audit(const std::vector<amounts>& held);

  // Ends the recording. Throws if some of it is missing.
  void stop_recording();

  allocator_times times() const;

 private:
  void add_roles(const workload& w);
  void add_agents(const workload& w);
  void add_frameworks(const workload& w);

  apportion::allocator allocator_;
  kinds kinds_;
  outbox outbox_;
  apportion::cycle cycle_;

  std::vector<apportion::role_id> roles_;
  std::vector<apportion::agent_id> agents_;
  std::vector<apportion::framework_id> frameworks_;
  std::vector<std::size_t> framework_roles_;
  std::unordered_map<apportion::agent_id, std::size_t> agent_index_;
  std::unordered_map<apportion::framework_id, std::size_t> framework_index_;

  allocator_times times_;
  double cycle_seconds_ = 0;
};

}  // namespace cluster
