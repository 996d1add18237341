// agent.hpp - what the module keeps of an agent: what the core does not know, or
// only knows in its own terms.
#ifndef APPORTION_MESOS_AGENT_HPP
#define APPORTION_MESOS_AGENT_HPP

#include <cstddef>
#include <optional>

#include <mesos/allocator/allocator.hpp>
#include <mesos/mesos.hpp>

#include <stout/hashmap.hpp>
#include <stout/hashset.hpp>

#include "agent_info.hpp"
#include "apportion.hpp"
#include "capabilities.hpp"
#include "id_handle_map.hpp"
#include "template_overrides.hpp"

namespace apportion_mesos {

// Planned maintenance of an agent. The core decides which frameworks get an
// inverse offer and when. The messages themselves are kept here, since the core
// knows only a part of them.
struct Maintenance {
  ::mesos::Unavailability unavailability;
  hashset<::mesos::FrameworkID> outstanding;
  hashmap<::mesos::FrameworkID, ::mesos::allocator::InverseOfferStatus>
      statuses;
};

// The members that a cycle reads come first, next to each other.
struct Agent {
  apportion::agent_id handle;
  TemplateOverrides templateOverrides;
  ::mesos::SlaveID id;
  std::size_t position = 0;
  AgentInfo info;
  AgentCapabilities capabilities;
  std::optional<Maintenance> maintenance;
};

using Agents = IdHandleMap<Agent>;

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_AGENT_HPP
