#include "policy_parameters.hpp"

#include <algorithm>

namespace apportion_mesos {

void setPolicies(apportion::allocator& core, const PolicySettings& settings) {
  static_assert(APPORTION_POLICY_OF_ALL < APPORTION_POLICY_OF_ROLES &&
                APPORTION_POLICY_OF_ALL < APPORTION_POLICY_OF_FRAMEWORKS);
  std::vector<Policy> policies = settings.policies;
  std::stable_sort(policies.begin(), policies.end(),
                   [](const Policy& a, const Policy& b) { return a.of < b.of; });
  for (const Policy& p : policies) {
    const apportion::role_id role =
        p.role.empty() ? apportion::all_roles
                       : core.declare_role(p.role);
    core.set_policy(p.policy, role, p.of);
  }
  std::vector<apportion::role_rank> ranks;
  for (const RoleRank& r : settings.ranks) {
    apportion::role_rank row{};
    row.role = core.declare_role(r.role);
    row.rank = r.rank;
    ranks.push_back(row);
  }
  if (!ranks.empty()) core.set_ranks(ranks, {});
  std::vector<apportion::resource_weight> weights;
  for (const auto& [resources, weight] : settings.resourceWeights) {
    weights.push_back(apportion::make_resource_weight(resources, weight));
  }
  if (!weights.empty()) core.set_resource_weights(weights);
}

}  // namespace apportion_mesos
