// policy_parameters.hpp - what the module's parameters say of sharing policies, of ranks
// of roles and of how much resources count.
#ifndef APPORTION_MESOS_POLICY_PARAMETERS_HPP
#define APPORTION_MESOS_POLICY_PARAMETERS_HPP

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "apportion.hpp"

namespace apportion_mesos {

// A sharing policy, of all roles or of those below one.
struct Policy {
  std::string role;    // empty: all
  std::uint32_t of;    // APPORTION_POLICY_OF_...
  std::string policy;  // as apportion_set_policy takes it
};

struct RoleRank {
  std::string role;
  double rank;
};

struct PolicySettings {
  std::vector<Policy> policies;
  std::vector<RoleRank> ranks;
  // By the names of resources, with commas between those that count as one.
  std::map<std::string, double> resourceWeights;
};

// Sets policies, ranks and weights of resources of an allocator. In which order they are given is nothing to
// it: a policy of roles or frameworks alone goes before one of both.
void setPolicies(apportion::allocator& core, const PolicySettings& settings);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_POLICY_PARAMETERS_HPP
