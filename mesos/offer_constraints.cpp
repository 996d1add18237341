#include "offer_constraints.hpp"

#include <algorithm>
#include <utility>

namespace apportion_mesos {

namespace {

// Records whether a framework's constraints for a role exclude an agent.
// Returns whether this was different before.
bool record(Framework& framework, const std::string& role,
            apportion::agent_id agent, bool excluded) {
  const auto found = framework.excluded.find(role);
  if (excluded) return framework.excluded[role].insert(agent).second;
  if (found == framework.excluded.end()) return false;
  const bool erased = found->second.erase(agent) > 0;
  if (found->second.empty()) framework.excluded.erase(found);
  return erased;
}

// Excludes these agents and no others, however many there are.
void exclude(apportion::allocator& core, apportion::framework_id framework,
             apportion::role_id role,
             const std::vector<apportion::agent_id>& agents) {
  const std::size_t atOnce =
      std::min<std::size_t>(agents.size(), APPORTION_MAX_COUNT);
  core.exclude_agents(framework, role, {agents.data(), atOnce});
  for (std::size_t i = atOnce; i < agents.size(); ++i) {
    core.exclude_agent(framework, role, agents[i], true);
  }
}

}  // namespace

void OfferConstraintsEvaluator::evaluateFramework(apportion::allocator& core,
                                                  RoleNames& roleNames,
                                                  Framework& framework,
                                                  const Agents& agents) {
  removeFramework(framework);
  const auto before = std::exchange(framework.excluded, {});
  for (const std::string& role : framework.roles) {
    subscriptions_.push_back({&framework.offerConstraints, &role, &framework});
    std::vector<apportion::agent_id> excluded;
    for (const auto& [number, agent] : agents) {
      if (framework.offerConstraints.isAgentExcluded(role,
                                                     agent->info.described())) {
        excluded.push_back(agent->handle);
      }
    }
    if (excluded.empty() && before.count(role) == 0) continue;
    exclude(core, framework.handle, roleNames.id(role), excluded);
    if (!excluded.empty()) {
      framework.excluded[role].insert(excluded.begin(), excluded.end());
    }
  }
}

// The outer loop is over subscriptions, since an evaluation first reads the
// subscription's memory.
void OfferConstraintsEvaluator::evaluateDirtyAgents(apportion::allocator& core,
                                                    RoleNames& roleNames) {
  for (const Subscription& s : subscriptions_) {
    for (const Agent* agent : dirtyAgents_) {
      const bool excluded =
          s.offerConstraints->isAgentExcluded(*s.role, agent->info.described());
      if (!excluded && s.framework->excluded.empty()) continue;
      if (record(*s.framework, *s.role, agent->handle, excluded)) {
        core.exclude_agent(s.framework->handle, roleNames.id(*s.role),
                           agent->handle, excluded);
      }
    }
  }
  dirtyAgents_.clear();
}

void OfferConstraintsEvaluator::removeFramework(const Framework& framework) {
  const auto isFrameworks = [&](const Subscription& s) {
    return s.framework == &framework;
  };
  subscriptions_.erase(std::remove_if(subscriptions_.begin(),
                                      subscriptions_.end(), isFrameworks),
                       subscriptions_.end());
}

void OfferConstraintsEvaluator::removeAgent(const Agent& agent) {
  for (const Subscription& s : subscriptions_) {
    if (!s.framework->excluded.empty()) {
      record(*s.framework, *s.role, agent.handle, false);
    }
  }
}

}  // namespace apportion_mesos
