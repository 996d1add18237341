// constraints.hpp - which agents the offer constraints of frameworks exclude.
#ifndef APPORTION_MESOS_CONSTRAINTS_HPP
#define APPORTION_MESOS_CONSTRAINTS_HPP

#include <string>
#include <vector>

#include <mesos/allocator/allocator.hpp>

#include "apportion.hpp"
#include "names.hpp"
#include "records.hpp"

namespace apportion_mesos {

// A constraint depends on the framework, the role and the agent's SlaveInfo.
// It is evaluated once for each of these that comes or changes: the core is
// told the outcome, and Framework::excluded keeps it.
class Constraints {
 public:
  // Evaluates a framework, anew or for the first time, on all agents.
  void evaluate(apportion::allocator& core, Roles& roles, Framework& framework,
                const Agents& agents);

  // Says that an agent has come or changed. The next cycle and whoever reads
  // the outcome have to settle() first.
  void changed(const Agent& agent) { unsettled_.push_back(&agent); }

  // Evaluates all frameworks on the agents that have changed.
  void settle(apportion::allocator& core, Roles& roles);

  // Forgets what is removed. Agents have to be settled.
  void forget(const Framework& framework);
  void forget(const Agent& agent);

 private:
  // A subscription of a framework. An agent that comes is evaluated on each,
  // nearly all of which have no constraint: that this takes nanoseconds is
  // what the lists are for.
  struct Subscription {
    const ::mesos::allocator::OfferConstraintsFilter* filter;
    const std::string* role;
    Framework* framework;
  };

  std::vector<Subscription> subscriptions_;
  std::vector<const Agent*> unsettled_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_CONSTRAINTS_HPP
