// actor.hpp - the process that owns the core and serves the allocator's calls.
#ifndef APPORTION_MESOS_ACTOR_HPP
#define APPORTION_MESOS_ACTOR_HPP

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <mesos/allocator/allocator.hpp>
#include <mesos/maintenance/maintenance.hpp>
#include <mesos/mesos.hpp>
#include <mesos/quota/quota.hpp>
#include <mesos/resources.hpp>

#include <process/future.hpp>
#include <process/http.hpp>
#include <process/process.hpp>
#include <process/timer.hpp>

#include <stout/boundedhashmap.hpp>
#include <stout/hashmap.hpp>
#include <stout/lambda.hpp>
#include <stout/nothing.hpp>
#include <stout/option.hpp>

#include "agent_info.hpp"
#include "apportion.hpp"
#include "constraints.hpp"
#include "metrics.hpp"
#include "names.hpp"
#include "parameters.hpp"
#include "readings.hpp"
#include "records.hpp"
#include "translation.hpp"

namespace apportion_mesos {

// Offers to one framework, as the master takes them.
using Offers =
    hashmap<std::string, hashmap<::mesos::SlaveID, ::mesos::Resources>>;

using OfferCallback =
    lambda::function<void(const ::mesos::FrameworkID&, const Offers&)>;
using InverseOfferCallback = lambda::function<void(
    const ::mesos::FrameworkID&,
    const hashmap<::mesos::SlaveID, ::mesos::UnavailableResources>&)>;
using InverseOfferStatuses =
    hashmap<::mesos::SlaveID,
            hashmap<::mesos::FrameworkID,
                    ::mesos::allocator::InverseOfferStatus>>;

// Serves the calls of mesos::allocator::Allocator, one at a time. Each is
// translated, carried out by the core, and entered into the records.
//
// A cycle runs behind the calls that are queued when the first of them asks
// for it: one cycle serves them all. Time is libprocess's, so that tests can
// pause and advance it. One timer is for the periodic allocation, and one for
// all that the core waits for.
class Actor : public process::Process<Actor> {
 public:
  explicit Actor(const Settings& settings);

  // --- the calls; see mesos/allocator/allocator.hpp

  using process::ProcessBase::initialize;
  void initialize(const ::mesos::allocator::Options& options,
                  const OfferCallback& offerCallback,
                  const InverseOfferCallback& inverseOfferCallback);
  void recover(int expectedAgentCount,
               const hashmap<std::string, ::mesos::Quota>& quotas);

  void addFramework(
      const ::mesos::FrameworkID& id, ::mesos::FrameworkInfo&& info,
      const hashmap<::mesos::SlaveID, ::mesos::Resources>& used, bool active,
      ::mesos::allocator::FrameworkOptions&& options);
  void removeFramework(const ::mesos::FrameworkID& id);
  void activateFramework(const ::mesos::FrameworkID& id);
  void deactivateFramework(const ::mesos::FrameworkID& id);
  void updateFramework(const ::mesos::FrameworkID& id,
                       ::mesos::FrameworkInfo&& info,
                       ::mesos::allocator::FrameworkOptions&& options);
  void requestResources(const ::mesos::FrameworkID& id,
                        const std::vector<::mesos::Request>& requests);
  void suppressOffers(const ::mesos::FrameworkID& id,
                      const std::set<std::string>& roles);
  void reviveOffers(const ::mesos::FrameworkID& id,
                    const std::set<std::string>& roles);

  void addSlave(const ::mesos::SlaveID& id, AgentInfo&& info,
                const AgentCapabilities& capabilities,
                const Option<::mesos::Unavailability>& unavailability,
                const ::mesos::Resources& total,
                const hashmap<::mesos::FrameworkID, ::mesos::Resources>& used);
  void removeSlave(const ::mesos::SlaveID& id);
  void updateSlave(const ::mesos::SlaveID& id, AgentInfo&& info,
                   const Option<::mesos::Resources>& total,
                   const Option<AgentCapabilities>& capabilities);
  void addResourceProvider(
      const ::mesos::SlaveID& id, const ::mesos::Resources& total,
      const hashmap<::mesos::FrameworkID, ::mesos::Resources>& used);
  void activateSlave(const ::mesos::SlaveID& id);
  void deactivateSlave(const ::mesos::SlaveID& id);
  void updateWhitelist(const Option<hashset<std::string>>& whitelist);

  void updateAllocation(
      const ::mesos::FrameworkID& frameworkId, const ::mesos::SlaveID& agentId,
      const ::mesos::Resources& offered,
      const std::vector<::mesos::ResourceConversion>& conversions);
  process::Future<Nothing> updateAvailable(
      const ::mesos::SlaveID& id,
      const std::vector<::mesos::Offer::Operation>& operations);
  void transitionOfferedToAllocated(const ::mesos::SlaveID& id,
                                    const ::mesos::Resources& resources);
  void recoverResources(const ::mesos::FrameworkID& frameworkId,
                        const ::mesos::SlaveID& agentId,
                        const ::mesos::Resources& resources,
                        const Option<::mesos::Filters>& filters,
                        bool isAllocated);

  void updateUnavailability(
      const ::mesos::SlaveID& id,
      const Option<::mesos::Unavailability>& unavailability);
  void updateInverseOffer(
      const ::mesos::SlaveID& agentId, const ::mesos::FrameworkID& frameworkId,
      const Option<::mesos::UnavailableResources>& unavailableResources,
      const Option<::mesos::allocator::InverseOfferStatus>& status,
      const Option<::mesos::Filters>& filters);
  process::Future<InverseOfferStatuses> getInverseOfferStatuses();

  void updateQuota(const std::string& role, const ::mesos::Quota& quota);
  void updateWeights(const std::vector<::mesos::WeightInfo>& weights);
  void pause();
  void resume();

 private:
  // What a call changed besides amounts of what is offered.
  enum class Roster { same, changed };

  // An offer of the cycle that is being read.
  struct Pick {
    const apportion::offer* offer;
    const Agent* agent;
  };

  // --- actor.cpp: what all calls need
  std::int64_t now() const;
  Agent& agentOf(const ::mesos::SlaveID& id, const char* call);
  Framework& frameworkOf(const ::mesos::FrameworkID& id, const char* call);
  std::vector<apportion::role_id> numbersOf(const std::set<std::string>& roles);
  // Ends each call: arranges for the cycle, the timer and the gauges.
  void changed(Roster roster);
  void reconcile();
  process::Future<Readings::Shared> gather();
  Duration until(std::int64_t nanos);
  void armTick();
  void tick();
  void armDeadline();
  void deadline();

  // --- actor_cycle.cpp
  void allocate();
  void deliver();
  std::vector<Framework*> pickByFramework();
  void deliverOffers();
  void fill(Offers& offers, std::size_t first, std::size_t end);
  void fetchAhead(std::size_t pick) const;
  void deliverInverseOffers();
  void logHeadroom(bool before);

  // --- actor_frameworks.cpp
  void logSuppressed(const Framework& framework,
                     const std::set<std::string>& roles);
  void logRevived(const Framework& framework,
                  const std::set<std::string>& roles);

  // --- actor_resources.cpp
  ::mesos::Resources heldBy(apportion::framework_id framework,
                            const Agent& agent, const std::string& role);
  ::mesos::Resources heldByAll(const Agent& agent);
  void recoverOrphaned(const Agent& agent, const ::mesos::Resources& resources);

  // --- endpoints.cpp
  void addRoutes();
  process::Future<process::http::Response> offerConstraintsDebug(
      const Option<process::http::authentication::Principal>& principal);
  process::http::Response describeConstraints(
      const std::shared_ptr<const ::mesos::ObjectApprover>& approver);
  process::Future<process::http::Response> guarded(
      const Option<process::http::authentication::Principal>& principal,
      std::string (Actor::*text)());
  std::string stateText();
  std::string cycleText();

  const Settings settings_;
  ::mesos::allocator::Options options_;
  OfferCallback offerCallback_;
  InverseOfferCallback inverseOfferCallback_;

  // These exist from initialize() on.
  std::optional<apportion::allocator> core_;
  std::optional<Roles> roles_;
  std::optional<Translation> translation_;

  const std::shared_ptr<Readings> readings_;
  Metrics metrics_;

  Agents agents_;
  Frameworks frameworks_;
  Constraints constraints_;
  std::optional<BoundedHashMap<::mesos::FrameworkID,
                               std::shared_ptr<FrameworkMetrics>>>
      completed_;

  apportion::cycle cycle_;
  std::vector<Pick> picks_;
  std::vector<apportion::headroom> headroom_;
  Rows rows_;  // of the call under way

  bool allocationDispatched_ = false;
  bool reconciliationDispatched_ = false;
  bool reconciliationDue_ = false;
  std::chrono::nanoseconds reconciliationCost_{};
  std::chrono::steady_clock::time_point reconciled_;

  bool tickDispatched_ = false;
  Option<process::Timer> timer_;
  std::int64_t timerDeadline_ = 0;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ACTOR_HPP
