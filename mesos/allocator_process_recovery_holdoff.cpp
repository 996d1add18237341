// allocator_process_recovery_holdoff.cpp - the hold-off after a failover: with
// quota set, nothing is offered until most of the agents are back.
#include <deque>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "recovery_factor.hpp"
#include "log.hpp"
#include "resource_quantities.hpp"

namespace apportion_mesos {

// Each quota is set by itself first, so that one that is refused, which the registry
// may hold, is left out.
void AllocatorProcess::recover(int expectedAgentCount,
                               const hashmap<std::string, Quota>& quotas) {
  CHECK(core_);
  CHECK_GE(expectedAgentCount, 0);

  std::deque<std::vector<apportion::quantity>> quantities;
  std::vector<apportion::role_quota> rows;
  for (const auto& [role, quota] : quotas) {
    if (!setQuota(role, quota)) continue;
    const auto& guarantees =
        quantities.emplace_back(quantityRows(quota.guarantees));
    const auto& limits = quantities.emplace_back(quantityRows(quota.limits));
    rows.push_back(
        apportion::make_role_quota(roleNames_->id(role), guarantees, limits));
  }
  const int awaited =
      awaitedAgents(expectedAgentCount, options_.agentRecoveryFactor);
  callOrAbortMaster([&] { core_->recover(now(), awaited, rows); },
                    [&](std::ostream& s) {
                      s << "recover of " << expectedAgentCount << " agents and "
                        << quotas.size() << " quotas";
                    });

  if (rows.empty()) {
    VLOG(1) << "Skipping recovery of the allocator: nothing to recover";
  } else if (awaited == 0) {
    VLOG(1) << "Skipping recovery of the allocator: no reconnecting agents to"
            << " wait for";
  } else {
    LOG_LINE(INFO) << "Triggered allocator recovery: waiting for " << awaited
                   << " agents to reconnect or " << options_.recoveryTimeout
                   << " to pass";
  }
  scheduleCoreDeadline();
  finishCall(GaugeSet::mayChange);
}

}  // namespace apportion_mesos
