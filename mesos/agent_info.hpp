// agent_info.hpp - what is kept of an agent's SlaveInfo.
#ifndef APPORTION_MESOS_AGENT_INFO_HPP
#define APPORTION_MESOS_AGENT_INFO_HPP

#include <string>

#include "mesos_names.hpp"

namespace apportion_mesos {

// A SlaveInfo is mostly its resources, which take dozens of pieces of memory.
// The fields that are only compared, to see whether an update changes them, are
// kept as text.
class AgentInfo {
 public:
  AgentInfo() = default;
  explicit AgentInfo(const SlaveInfo& info);
  // Of the text that serialized() made of a SlaveInfo.
  explicit AgentInfo(std::string&& text);

  static std::string serialized(const SlaveInfo& info) {
    return info.SerializePartialAsString();
  }
  // Whether it is of the very text, as in nearly all updates.
  bool isOf(const std::string& text) const { return text == text_; }

  const std::string& hostname() const { return info_.hostname(); }

  // The fields that offer constraints look at: host name, attributes and
  // domain.
  const SlaveInfo& described() const { return info_; }

  // Mesos's comparison of SlaveInfos, resources included.
  bool operator==(const AgentInfo& other) const;
  bool operator!=(const AgentInfo& other) const { return !(*this == other); }

 private:
  SlaveInfo info_;
  std::string text_;  // The whole SlaveInfo, serialized.
};

// The region of an agent or a master, empty without a fault domain. A region without a
// name is one, too, and another than all that have one: it gets a name that none has.
inline std::string regionOf(const DomainInfo& domain) {
  if (!domain.has_fault_domain()) return "";
  const std::string& name = domain.fault_domain().region().name();
  return name.empty() ? std::string(1, '\0') : name;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_AGENT_INFO_HPP
