// allocator_process_maintenance.cpp - planned maintenance of agents, and the
// answers to inverse offers.

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "refuse_seconds.hpp"

namespace apportion_mesos {

namespace {

// A framework's answer, as the core takes it. The master has checked the
// status.
std::uint32_t answerOf(const Option<InverseOfferStatus>& status) {
  if (status.isNone()) return APPORTION_INVERSE_NONE;
  return status->status() == InverseOfferStatus::ACCEPT
             ? APPORTION_INVERSE_ACCEPT
             : APPORTION_INVERSE_DECLINE;
}

}  // namespace

void AllocatorProcess::updateUnavailability(
    const SlaveID& id, const Option<Unavailability>& unavailability) {
  Agent* const agent = agentOrIgnore(id, "updateUnavailability");
  if (agent == nullptr) return;
  std::optional<apportion::unavailability> times;
  agent->maintenance.reset();
  if (unavailability.isSome()) {
    times = toCoreUnavailability(*unavailability);
    agent->maintenance.emplace().unavailability = *unavailability;
  }
  const auto refusal = refusalOf(
      [&] { core_->update_unavailability(agent->handle, times); },
      [&](std::ostream& s) { s << "updateUnavailability of agent " << id; });
  if (refusal) return refuseAgent(*agent, *refusal);
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::updateInverseOffer(
    const SlaveID& agentId, const FrameworkID& frameworkId,
    const Option<UnavailableResources>&,
    const Option<InverseOfferStatus>& status, const Option<Filters>& filters) {
  const Framework& framework =
      frameworkOrAbort(frameworkId, "updateInverseOffer");
  Agent* const agent = agentOrIgnore(agentId, "updateInverseOffer");
  if (agent == nullptr) return;
  CHECK(agent->maintenance) << "Agent " << agentId << " ("
                            << agent->info.hostname()
                            << ") should have maintenance scheduled";

  Maintenance& maintenance = *agent->maintenance;
  if (maintenance.outstanding.erase(frameworkId) > 0 && status.isSome()) {
    CHECK_NE(status->status(), InverseOfferStatus::UNKNOWN);
    maintenance.statuses[frameworkId] = *status;
  }
  const std::int64_t refuse = refuseNanos(filters, "refused inverse offer");
  callOrAbortMaster(
      [&] {
        core_->update_inverse_offer(now(), agent->handle, framework.handle,
                                    answerOf(status), refuse);
      },
      [&](std::ostream& s) {
        s << "updateInverseOffer of framework " << frameworkId << " on agent "
          << agentId;
      });
  if (refuse > 0) {
    VLOG(1) << "Framework " << frameworkId
            << " filtered inverse offers from agent " << agentId << " for "
            << Nanoseconds(refuse);
  }
  finishCall(GaugeSet::unchanged);
}

process::Future<InverseOfferStatuses>
AllocatorProcess::getInverseOfferStatuses() {
  InverseOfferStatuses result;
  for (const auto& [number, agent] : agents_) {
    if (agent->maintenance) result[agent->id] = agent->maintenance->statuses;
  }
  return result;
}

}  // namespace apportion_mesos
