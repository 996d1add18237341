// fault_domain.hpp - the region of an agent or a master.
#ifndef APPORTION_MESOS_FAULT_DOMAIN_HPP
#define APPORTION_MESOS_FAULT_DOMAIN_HPP

#include <string>

#include <mesos/mesos.hpp>

namespace apportion_mesos {

// Empty without a fault domain.
inline std::string regionOf(const ::mesos::DomainInfo& domain) {
  if (!domain.has_fault_domain()) return "";
  return domain.fault_domain().region().name();
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FAULT_DOMAIN_HPP
