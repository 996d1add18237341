#include "agent_info.hpp"

#include <utility>

#include <glog/logging.h>

namespace apportion_mesos {

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
    : info_(descriptionIn(info)),
      text_(serialized(info)) {}

AgentInfo::AgentInfo(std::string&& text)
    : info_(descriptionIn(parsed(text))),
      text_(std::move(text)) {}

// Mesos's comparison makes Resources of both sides first.
bool AgentInfo::operator==(const AgentInfo& other) const {
  return isOf(other.text_) || parsed(text_) == parsed(other.text_);
}

}  // namespace apportion_mesos
