// records.hpp - what the module keeps of agents and frameworks: what the core
// does not know or only knows in its own terms.
#ifndef APPORTION_MESOS_RECORDS_HPP
#define APPORTION_MESOS_RECORDS_HPP

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include <mesos/allocator/allocator.hpp>
#include <mesos/mesos.hpp>
#include <mesos/resources.hpp>

#include <stout/hashmap.hpp>
#include <stout/hashset.hpp>

#include "agent_info.hpp"
#include "apportion.hpp"
#include "directory.hpp"
#include "framework_metrics.hpp"
#include "prototypes.hpp"

namespace apportion_mesos {

// Planned maintenance of an agent. The core decides whom to ask and when; the
// messages that come and go are kept here, since it knows only part of them.
struct Maintenance {
  ::mesos::Unavailability unavailability;
  hashset<::mesos::FrameworkID> outstanding;
  hashmap<::mesos::FrameworkID, ::mesos::allocator::InverseOfferStatus>
      statuses;
};

// What a cycle reads of an agent comes first, next to each other.
struct Agent {
  apportion::agent_id handle = 0;
  Exceptions exceptions;
  ::mesos::SlaveID id;
  std::size_t position = 0;
  AgentInfo info;
  AgentCapabilities capabilities;
  std::optional<Maintenance> maintenance;
};

struct Framework {
  apportion::framework_id handle = 0;
  ::mesos::FrameworkID id;
  std::size_t position = 0;
  ::mesos::FrameworkInfo info;
  std::set<std::string> roles;
  std::set<std::string> suppressed;
  ::mesos::allocator::OfferConstraintsFilter filter;
  // Agents that the filter excludes, by role; no entry where it excludes none.
  std::unordered_map<std::string, std::unordered_set<apportion::agent_id>>
      excluded;
  std::shared_ptr<FrameworkMetrics> metrics;
  // Of the cycle that is being read: how many offers, and where the next goes.
  std::size_t offerCount = 0;
  std::size_t nextPick = 0;
};

using Agents = Directory<Agent>;
using Frameworks = Directory<Framework>;

// The roles that a framework is subscribed to.
std::set<std::string> rolesOf(const ::mesos::FrameworkInfo& info);

// Capabilities in the core's bits.
std::uint32_t capabilitiesOf(const ::mesos::FrameworkInfo& info);
std::uint32_t capabilityBits(const AgentCapabilities& types);

// The region of an agent or a master; empty without a fault domain.
std::string regionOf(const ::mesos::DomainInfo& domain);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RECORDS_HPP
