// fault_domain.hpp - the region of an agent or a master.
#ifndef APPORTION_MESOS_FAULT_DOMAIN_HPP
#define APPORTION_MESOS_FAULT_DOMAIN_HPP

#include <string>

#include <mesos/mesos.hpp>

namespace apportion_mesos {

// Empty without a fault domain. A region without a name is one, too, and another than
// all that have one: it gets a name that none has.
inline std::string regionOf(const ::mesos::DomainInfo& domain) {
  if (!domain.has_fault_domain()) return "";
  const std::string& name = domain.fault_domain().region().name();
  return name.empty() ? std::string(1, '\0') : name;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FAULT_DOMAIN_HPP
