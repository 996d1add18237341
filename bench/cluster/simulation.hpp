// The cluster at work: frameworks answer offers, tasks run and end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "amounts.hpp"
#include "framework.hpp"
#include "history.hpp"
#include "master.hpp"
#include "page_server.hpp"
#include "random.hpp"
#include "workload.hpp"

namespace cluster {

// Everything but the measured times follows from the workload and the seed.
class simulation {
 public:
  // The workload must outlive the simulation.
  simulation(const workload& w, std::size_t cycles, std::uint64_t seed,
             std::uint32_t agent_order, const std::string& record);

  // Runs all cycles, once; after each one `watch`, if it is set, is told.
  using watcher = std::function<void(const history&)>;
  void run(const watcher& watch);

  // Throws if the allocator's books differ from what the tasks use.
  void audit() { master_.audit(held_); }

  // See master.
  void show(page_server& page) { master_.show(page); }
  void stop_recording() { master_.stop_recording(); }

  const history& past() const noexcept { return history_; }
  allocator_times times() const { return master_.times(); }

 private:
  struct task {
    std::uint32_t agent;
    std::uint32_t framework;
    std::uint16_t size;
    std::uint16_t port;
  };

  void end_tasks(std::size_t cycle);
  void ask_for_offers(std::size_t cycle);
  void answer(std::size_t cycle, const apportion::offer& o);
  void start(std::size_t cycle, const apportion::offer& o,
             std::size_t framework);
  void digest(std::size_t cycle, const apportion::cycle& c,
              const apportion::offer& o);
  void take_stock(std::size_t cycle, sample s);

  const workload& workload_;
  std::size_t cycles_;
  master master_;
  std::vector<framework> frameworks_;
  // Tasks by the cycle before which they end. Those that outlive the run are
  // not kept.
  std::vector<std::vector<task>> calendar_;
  std::vector<amounts> held_;  // by role; by its own frameworks
  std::vector<std::uint32_t> running_;  // tasks by agent
  random_source lifetimes_;
  history history_;

  // Scratch.
  bundle offered_, used_;
  std::vector<launch> launches_;
  std::size_t launched_ = 0;  // tasks, in the cycle under way
};

}  // namespace cluster
