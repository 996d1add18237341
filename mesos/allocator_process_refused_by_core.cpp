// allocator_process_refused_by_core.cpp - what becomes of agents, frameworks and settings
// with values that the core cannot take.

#include "abort_master.hpp"
#include "allocator_process.hpp"

namespace apportion_mesos {

void AllocatorProcess::refuse(RefusedPart part, const std::string& id,
                              const std::string& why) {
  LOG(WARNING) << "Refused " << why;
  metrics_.countRefused(part);
  // An operation is over with that.
  if (part != RefusedPart::operation) refused_.add(part, id, why);
}

Agent* AllocatorProcess::agentOrIgnore(const SlaveID& id, const char* call) {
  Agent* const agent = agents_.find(id.value());
  if (agent != nullptr) return agent;
  if (!refused_.contains(RefusedPart::agent, id.value())) {
    abortMaster(call, "agent " + id.value() + " is not known");
  }
  VLOG(1) << "Ignored " << call << " of agent " << id << ", which was refused";
  return nullptr;
}

// What the agent has is unknown from here on, so that nothing of it can be offered
// or accounted.
void AllocatorProcess::refuseAgent(const Agent& agent, const std::string& why) {
  const std::string id = agent.id.value();
  callOrAbortMaster([&] { dropAgent(agent); },
                    [&](std::ostream& s) { s << "the refusal of agent " << id; });
  refuse(RefusedPart::agent, id, why);
  finishCall(GaugeSet::mayChange);
}

bool AllocatorProcess::isRefused(const Framework& framework) const {
  return refused_.contains(RefusedPart::framework, framework.id.value());
}

}  // namespace apportion_mesos
