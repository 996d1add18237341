#include "policy_parameters.hpp"

#include <algorithm>
#include <utility>

#include "parameter_values.hpp"

namespace apportion_mesos {

namespace {

struct PolicyParameter {
  const char* name;
  std::uint32_t of;
};

constexpr PolicyParameter policyParameters[] = {
    {"policy", APPORTION_POLICY_OF_ALL},
    {"role_policy", APPORTION_POLICY_OF_ROLES},
    {"framework_policy", APPORTION_POLICY_OF_FRAMEWORKS},
};

// What an allocator that nothing is told of says of settings: it knows best what a
// policy is.
std::string refusal(const PolicySettings& settings) {
  try {
    apportion::allocator probe{apportion::options{}};
    setPolicies(probe, settings);
    return "";
  } catch (const apportion::error& e) {
    return e.what();
  }
}

// Weights of resources: gpus=8;a100,h100=2.
bool readResourceWeights(std::string_view text,
                         std::map<std::string, double>& weights) {
  const auto readOne = [&](std::string_view resources, std::string_view value) {
    std::string names;
    const auto addName = [&](std::string_view name) {
      names.append(names.empty() ? "" : ",").append(name);
      return !name.empty();
    };
    double weight = 0;
    return readParts(resources, ',', addName) && readNumber(value, weight) &&
           weights.emplace(names, weight).second;
  };
  return readNamedValues(text, '=', readOne) && !weights.empty();
}

}  // namespace

const char* const policyParameterNames =
    "policy, role_policy, framework_policy, these three with a role as in "
    "policy./eng/web, too, rank with one, as in rank./eng/web, and "
    "resource_weights";

std::optional<std::string> readPolicyParameter(const std::string& name,
                                               const std::string& value,
                                               PolicySettings& settings) {
  std::string first, role;
  if (!splitRole(name, first, role)) return std::nullopt;
  const std::string given = "parameter '" + name + "' is '" + value + "'";
  PolicySettings one;
  for (const PolicyParameter& p : policyParameters) {
    if (first == p.name) one.policies.push_back({role, p.of, value});
  }
  if (first == "rank" && !role.empty()) {
    double rank = 0;
    if (!readNumber(value, rank)) return given + ", but takes a number";
    one.ranks.push_back({role, rank});
  }
  if (name == "resource_weights" &&
      !readResourceWeights(value, one.resourceWeights)) {
    return given + ", but takes weights of resources, each once, such as gpus=8;a100,h100=2";
  }
  if (one.policies.empty() && one.ranks.empty() && one.resourceWeights.empty()) {
    return std::nullopt;
  }
  if (value.empty()) return given + ", but takes a policy";
  const std::string wrong = refusal(one);
  if (!wrong.empty()) return given + ": " + wrong;
  for (auto& p : one.policies) settings.policies.push_back(std::move(p));
  for (auto& r : one.ranks) settings.ranks.push_back(std::move(r));
  settings.resourceWeights.merge(one.resourceWeights);
  return "";
}

std::string missingPolicy(const PolicySettings& settings) {
  const auto& list = settings.policies;
  const bool ranked = std::any_of(list.begin(), list.end(), [](const Policy& p) {
    return p.policy == "ranked";
  });
  if (ranked || settings.ranks.empty()) return "";
  return "parameter 'rank./" + settings.ranks.front().role +
         "' is nothing without a policy that is 'ranked'";
}

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
