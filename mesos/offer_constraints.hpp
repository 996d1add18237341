// offer_constraints.hpp - which agents the offer constraints of frameworks
// exclude.
#ifndef APPORTION_MESOS_OFFER_CONSTRAINTS_HPP
#define APPORTION_MESOS_OFFER_CONSTRAINTS_HPP

#include <string>
#include <vector>

#include "agent.hpp"
#include "apportion.hpp"
#include "framework.hpp"
#include "interned_names.hpp"
#include "mesos_names.hpp"

namespace apportion_mesos {

// Whether offer constraints exclude an agent depends on the framework, the role
// and the agent's SlaveInfo. They are evaluated once for each of these that
// comes or changes; the core is told the outcome, and Framework::excluded keeps
// it.
class OfferConstraintsEvaluator {
 public:
  // Evaluates a framework, for the first time or anew, on all agents.
  void evaluateFramework(apportion::allocator& core, RoleNames& roleNames,
                         Framework& framework, const Agents& agents);

  // Says that an agent has come or changed. evaluateDirtyAgents() must run before
  // the next cycle, before anybody reads the outcome, and before an agent goes.
  void markDirty(const Agent& agent) { dirtyAgents_.push_back(&agent); }

  // Evaluates all frameworks on the agents that have come or changed.
  void evaluateDirtyAgents(apportion::allocator& core, RoleNames& roleNames);

  void removeFramework(const Framework& framework);
  // No agent may be dirty.
  void removeAgent(const Agent& agent);

 private:
  // A framework in a role. An agent that comes is evaluated on each
  // subscription. Nearly all of these have no constraint, which must take
  // nanoseconds to find out: the list holds what is needed for that next to
  // each other.
  struct Subscription {
    const OfferConstraintsFilter* offerConstraints;
    const std::string* role;
    Framework* framework;
  };

  std::vector<Subscription> subscriptions_;
  std::vector<const Agent*> dirtyAgents_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_OFFER_CONSTRAINTS_HPP
