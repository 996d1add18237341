// capabilities_test.cpp - capabilities as the core's bits.
#include "../capabilities.hpp"

#include "apportion.h"
#include "expect.hpp"

using namespace apportion_mesos;

namespace {

void agentCapabilitiesAreASet() {
  std::vector<SlaveInfo::Capability> list(2);
  list[0].set_type(SlaveInfo::Capability::MULTI_ROLE);
  list[1].set_type(SlaveInfo::Capability::MULTI_ROLE);
  const AgentCapabilities types = capabilityTypes(list);
  EXPECT(types.count() == 1);
  EXPECT(types.test(SlaveInfo::Capability::MULTI_ROLE));
  EXPECT(agentCapabilityBits(types) == APPORTION_CAP_MULTI_ROLE);
}

void frameworkCapabilitiesAreBits() {
  FrameworkInfo info;
  EXPECT(frameworkCapabilityBits(info) == 0);
  info.add_capabilities()->set_type(FrameworkInfo::Capability::GPU_RESOURCES);
  info.add_capabilities()->set_type(FrameworkInfo::Capability::REGION_AWARE);
  // This one does not concern allocation.
  info.add_capabilities()->set_type(FrameworkInfo::Capability::PARTITION_AWARE);
  EXPECT(frameworkCapabilityBits(info) ==
         (APPORTION_CAP_GPU_RESOURCES | APPORTION_CAP_REGION_AWARE));
}

}  // namespace

int main() {
  agentCapabilitiesAreASet();
  frameworkCapabilitiesAreBits();
  return summary("capabilities_test");
}
