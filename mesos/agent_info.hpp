// agent_info.hpp - what is kept of an agent's SlaveInfo.
#ifndef APPORTION_MESOS_AGENT_INFO_HPP
#define APPORTION_MESOS_AGENT_INFO_HPP

#include <string>

#include <mesos/mesos.hpp>

namespace apportion_mesos {

// A SlaveInfo is mostly its resources, which take dozens of pieces of memory.
// The fields that are only compared, to see whether an update changes them, are
// kept as text.
class AgentInfo {
 public:
  AgentInfo() = default;
  explicit AgentInfo(const ::mesos::SlaveInfo& info);

  const std::string& hostname() const { return info_.hostname(); }

  // The fields that offer constraints look at: host name, attributes and
  // domain.
  const ::mesos::SlaveInfo& described() const { return info_; }

  // Mesos's comparison of SlaveInfos, resources included.
  bool operator==(const AgentInfo& other) const;
  bool operator!=(const AgentInfo& other) const { return !(*this == other); }

 private:
  ::mesos::SlaveInfo info_;
  std::string text_;  // The whole SlaveInfo, serialized.
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_AGENT_INFO_HPP
