#include "framework.hpp"

#include "capabilities.hpp"

namespace apportion_mesos {

namespace {

// The field is deprecated in favour of `roles`, but frameworks still send it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
const std::string& deprecatedRole(const FrameworkInfo& info) {
  return info.role();
}
#pragma GCC diagnostic pop

}  // namespace

std::set<std::string> rolesOf(const FrameworkInfo& info) {
  if (frameworkCapabilityBits(info) & APPORTION_CAP_MULTI_ROLE) {
    return {info.roles().begin(), info.roles().end()};
  }
  return {deprecatedRole(info)};
}

void publishSuppressedRoles(const Framework& framework) {
  for (const std::string& role : framework.roles) {
    framework.metrics->suppressed(role, framework.suppressed.count(role) > 0);
  }
}

}  // namespace apportion_mesos
