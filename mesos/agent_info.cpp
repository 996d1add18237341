#include "agent_info.hpp"

#include <mesos/type_utils.hpp>

#include <glog/logging.h>

namespace apportion_mesos {

using ::mesos::SlaveInfo;

namespace {

SlaveInfo descriptionIn(const SlaveInfo& info) {
  SlaveInfo description;
  description.set_hostname(info.hostname());
  *description.mutable_attributes() = info.attributes();
  if (info.has_domain()) *description.mutable_domain() = info.domain();
  return description;
}

SlaveInfo parsed(const std::string& text) {
  SlaveInfo info;
  CHECK(info.ParsePartialFromString(text));
  return info;
}

}  // namespace

AgentInfo::AgentInfo(const SlaveInfo& info)
    : info_(descriptionIn(info)), text_(info.SerializePartialAsString()) {}

// They are the same to the byte in nearly all updates. Mesos's comparison makes
// Resources of both first.
bool AgentInfo::operator==(const AgentInfo& other) const {
  return text_ == other.text_ || parsed(text_) == parsed(other.text_);
}

AgentCapabilities typesOf(
    const std::vector<SlaveInfo::Capability>& capabilities) {
  AgentCapabilities types;
  for (const auto& capability : capabilities) types.set(capability.type());
  return types;
}

}  // namespace apportion_mesos
