// framework.hpp - what the module keeps of a framework: what the core does not
// know, or only knows in its own terms.
#ifndef APPORTION_MESOS_FRAMEWORK_HPP
#define APPORTION_MESOS_FRAMEWORK_HPP

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "apportion.hpp"
#include "capabilities.hpp"
#include "framework_metrics.hpp"
#include "id_handle_map.hpp"
#include "mesos_names.hpp"

namespace apportion_mesos {

struct Framework {
  apportion::framework_id handle;
  FrameworkID id;
  FrameworkInfo info;
  std::set<std::string> roles;
  std::set<std::string> suppressed;
  OfferConstraintsFilter offerConstraints;
  // The agents that the offer constraints exclude, by role, as the core was told. A
  // role whose constraints exclude no agent has no entry. OfferConstraintsEvaluator
  // alone changes it: when constraints change, and before a cycle for agents that did.
  std::unordered_map<std::string, std::unordered_set<apportion::agent_id>>
      excluded;
  std::shared_ptr<FrameworkMetrics> metrics;
  // Of the cycle whose result is being delivered: the number of offers to this
  // framework, and the place of the next one among all offers.
  std::size_t offerCount = 0;
  std::size_t nextOffer = 0;
};

using Frameworks = IdHandleMap<Framework>;

// The field is deprecated in favour of `roles`, but frameworks still send it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
inline const std::string& deprecatedRole(const FrameworkInfo& info) {
  return info.role();
}
#pragma GCC diagnostic pop

// The roles that a framework is subscribed to.
inline std::set<std::string> rolesOf(const FrameworkInfo& info) {
  if (frameworkCapabilityBits(info) & APPORTION_CAP_MULTI_ROLE) {
    return {info.roles().begin(), info.roles().end()};
  }
  return {deprecatedRole(info)};
}

// Sets the metrics that say which of a framework's roles are suppressed.
inline void publishSuppressedRoles(const Framework& framework) {
  for (const std::string& role : framework.roles) {
    framework.metrics->suppressed(role, framework.suppressed.count(role) > 0);
  }
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FRAMEWORK_HPP
