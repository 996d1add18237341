#include "capabilities.hpp"

#include <cstddef>

#include "apportion.h"

namespace apportion_mesos {

namespace {

std::uint32_t frameworkBit(FrameworkInfo::Capability::Type type) {
  switch (type) {
    case FrameworkInfo::Capability::MULTI_ROLE: return APPORTION_CAP_MULTI_ROLE;
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
    default: return 0;
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

}  // namespace

AgentCapabilities capabilityTypes(
    const std::vector<SlaveInfo::Capability>& capabilities) {
  AgentCapabilities types;
  for (const auto& capability : capabilities) types.set(capability.type());
  return types;
}

std::uint32_t agentCapabilityBits(const AgentCapabilities& types) {
  std::uint32_t bits = 0;
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (types.test(type)) bits |= agentBit(type);
  }
  return bits;
}

std::uint32_t frameworkCapabilityBits(const FrameworkInfo& info) {
  std::uint32_t bits = 0;
  for (const auto& capability : info.capabilities()) {
    bits |= frameworkBit(capability.type());
  }
  return bits;
}

}  // namespace apportion_mesos
