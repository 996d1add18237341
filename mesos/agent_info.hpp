// agent_info.hpp - what is kept of an agent's SlaveInfo.
#ifndef APPORTION_MESOS_AGENT_INFO_HPP
#define APPORTION_MESOS_AGENT_INFO_HPP

#include <bitset>
#include <string>
#include <vector>

#include <mesos/mesos.hpp>

namespace apportion_mesos {

// Most of a SlaveInfo are its resources, dozens of pieces of memory. What is not
// looked at, but for whether an update changes it, is kept as text.
class AgentInfo {
 public:
  AgentInfo() = default;
  explicit AgentInfo(const ::mesos::SlaveInfo& info);

  const std::string& hostname() const { return info_.hostname(); }

  // What offer constraints are about: host name, attributes and domain.
  const ::mesos::SlaveInfo& described() const { return info_; }

  // As Mesos compares SlaveInfos, resources included.
  bool operator==(const AgentInfo& other) const;
  bool operator!=(const AgentInfo& other) const { return !(*this == other); }

 private:
  ::mesos::SlaveInfo info_;
  std::string text_;  // The whole, serialized.
};

// The types of an agent's capabilities.
using AgentCapabilities =
    std::bitset<::mesos::SlaveInfo::Capability::Type_ARRAYSIZE>;

AgentCapabilities typesOf(
    const std::vector<::mesos::SlaveInfo::Capability>& capabilities);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_AGENT_INFO_HPP
