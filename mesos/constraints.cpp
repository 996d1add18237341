#include "constraints.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace apportion_mesos {

namespace {

// Notes whether a role excludes an agent; returns whether that is news.
bool note(Framework& framework, const std::string& role,
          apportion::agent_id agent, bool excluded) {
  const auto found = framework.excluded.find(role);
  if (excluded) return framework.excluded[role].insert(agent).second;
  if (found == framework.excluded.end()) return false;
  const bool news = found->second.erase(agent) > 0;
  if (found->second.empty()) framework.excluded.erase(found);
  return news;
}

}  // namespace

void Constraints::evaluate(apportion::allocator& core, Roles& roles,
                           Framework& framework, const Agents& agents) {
  forget(framework);
  const auto before = std::exchange(framework.excluded, {});
  for (const std::string& role : framework.roles) {
    subscriptions_.push_back({&framework.filter, &role, &framework});
    std::vector<apportion::agent_id> excluded;
    for (const auto& agent : agents) {
      if (framework.filter.isAgentExcluded(role, agent->info.described())) {
        excluded.push_back(agent->handle);
      }
    }
    if (excluded.empty() && before.count(role) == 0) continue;
    core.exclude_agents(framework.handle, roles.of(role), excluded);
    if (!excluded.empty()) {
      framework.excluded[role].insert(excluded.begin(), excluded.end());
    }
  }
}

// Agent by agent for each subscription: what an evaluation reads first is the
// subscription's.
void Constraints::settle(apportion::allocator& core, Roles& roles) {
  for (const Subscription& s : subscriptions_) {
    for (const Agent* agent : unsettled_) {
      const bool excluded =
          s.filter->isAgentExcluded(*s.role, agent->info.described());
      if (!excluded && s.framework->excluded.empty()) continue;
      if (note(*s.framework, *s.role, agent->handle, excluded)) {
        core.exclude_agent(s.framework->handle, roles.of(*s.role),
                           agent->handle, excluded);
      }
    }
  }
  unsettled_.clear();
}

void Constraints::forget(const Framework& framework) {
  const auto mine = [&](const Subscription& s) {
    return s.framework == &framework;
  };
  subscriptions_.erase(
      std::remove_if(subscriptions_.begin(), subscriptions_.end(), mine),
      subscriptions_.end());
}

void Constraints::forget(const Agent& agent) {
  for (const Subscription& s : subscriptions_) {
    if (!s.framework->excluded.empty()) {
      note(*s.framework, *s.role, agent.handle, false);
    }
  }
}

}  // namespace apportion_mesos
