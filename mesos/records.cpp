#include "records.hpp"

namespace apportion_mesos {

using ::mesos::FrameworkInfo;
using ::mesos::SlaveInfo;

namespace {

std::uint32_t bit(FrameworkInfo::Capability::Type type) {
  switch (type) {
    case FrameworkInfo::Capability::MULTI_ROLE:
      return APPORTION_CAP_MULTI_ROLE;
    case FrameworkInfo::Capability::RESERVATION_REFINEMENT:
      return APPORTION_CAP_RESERVATION_REFINEMENT;
    case FrameworkInfo::Capability::GPU_RESOURCES:
      return APPORTION_CAP_GPU_RESOURCES;
    case FrameworkInfo::Capability::REGION_AWARE:
      return APPORTION_CAP_REGION_AWARE;
    case FrameworkInfo::Capability::REVOCABLE_RESOURCES:
      return APPORTION_CAP_REVOCABLE_RESOURCES;
    case FrameworkInfo::Capability::SHARED_RESOURCES:
      return APPORTION_CAP_SHARED_RESOURCES;
    default:
      return 0;  // Of no concern to allocation.
  }
}

std::uint32_t agentBit(std::size_t type) {
  switch (type) {
    case SlaveInfo::Capability::MULTI_ROLE: return APPORTION_CAP_MULTI_ROLE;
    case SlaveInfo::Capability::HIERARCHICAL_ROLE:
      return APPORTION_CAP_HIERARCHICAL_ROLE;
    case SlaveInfo::Capability::RESERVATION_REFINEMENT:
      return APPORTION_CAP_RESERVATION_REFINEMENT;
    default: return 0;
  }
}

// Deprecated in favour of `roles`, but frameworks still send it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
const std::string& oldRole(const FrameworkInfo& info) { return info.role(); }
#pragma GCC diagnostic pop

}  // namespace

std::uint32_t capabilitiesOf(const FrameworkInfo& info) {
  std::uint32_t bits = 0;
  for (const auto& capability : info.capabilities()) {
    bits |= bit(capability.type());
  }
  return bits;
}

std::uint32_t capabilityBits(const AgentCapabilities& types) {
  std::uint32_t bits = 0;
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (types.test(type)) bits |= agentBit(type);
  }
  return bits;
}

std::set<std::string> rolesOf(const FrameworkInfo& info) {
  if (capabilitiesOf(info) & APPORTION_CAP_MULTI_ROLE) {
    return {info.roles().begin(), info.roles().end()};
  }
  return {oldRole(info)};
}

std::string regionOf(const ::mesos::DomainInfo& domain) {
  if (!domain.has_fault_domain()) return "";
  return domain.fault_domain().region().name();
}

}  // namespace apportion_mesos
