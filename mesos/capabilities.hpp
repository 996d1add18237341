// capabilities.hpp - capabilities of frameworks and agents, as the core takes
// them.
#ifndef APPORTION_MESOS_CAPABILITIES_HPP
#define APPORTION_MESOS_CAPABILITIES_HPP

#include <bitset>
#include <cstdint>
#include <vector>

#include "mesos_names.hpp"

namespace apportion_mesos {

// The types of an agent's capabilities, those included that the core does not
// know.
using AgentCapabilities = std::bitset<SlaveInfo::Capability::Type_ARRAYSIZE>;

AgentCapabilities capabilityTypes(
    const std::vector<SlaveInfo::Capability>& capabilities);

// The core's bits, APPORTION_CAP_*. Capabilities that do not concern allocation
// have none.
std::uint32_t agentCapabilityBits(const AgentCapabilities& types);
std::uint32_t frameworkCapabilityBits(const FrameworkInfo& info);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_CAPABILITIES_HPP
