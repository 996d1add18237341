// agent.hpp - what the module keeps of an agent: what the core does not know, or
// only knows in its own terms.
#ifndef APPORTION_MESOS_AGENT_HPP
#define APPORTION_MESOS_AGENT_HPP

#include <optional>

#include "agent_info.hpp"
#include "apportion.hpp"
#include "capabilities.hpp"
#include "id_handle_map.hpp"
#include "mesos_names.hpp"
#include "template_overrides.hpp"

namespace apportion_mesos {

// Planned maintenance of an agent. The core decides which frameworks get an
// inverse offer and when. The messages themselves are kept here, since the core
// knows only a part of them. Each updateUnavailability() begins anew, without
// answers.
struct Maintenance {
  Unavailability unavailability;
  hashset<FrameworkID> outstanding;  // Asked, and without an answer yet.
  hashmap<FrameworkID, InverseOfferStatus> statuses;
};

inline apportion::unavailability toCoreUnavailability(
    const Unavailability& unavailability) {
  apportion::unavailability times;
  times.start_nanos = unavailability.start().nanoseconds();
  times.duration_nanos = unavailability.duration().nanoseconds();
  return times;
}

// The members that a cycle reads come first, next to each other.
struct Agent {
  apportion::agent_id handle;
  TemplateOverrides templateOverrides;
  SlaveID id;
  AgentInfo info;
  AgentCapabilities capabilities;
  std::optional<Maintenance> maintenance;
};

using Agents = IdHandleMap<Agent>;

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_AGENT_HPP
