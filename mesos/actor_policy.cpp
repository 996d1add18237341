// actor_policy.cpp - calls about quota, weights and answers to inverse offers.
#include <glog/logging.h>

#include <stout/stringify.hpp>

#include "actor.hpp"
#include "fatal.hpp"
#include "log.hpp"
#include "quantities.hpp"
#include "refusal.hpp"

namespace apportion_mesos {

using ::mesos::Filters;
using ::mesos::FrameworkID;
using ::mesos::Quota;
using ::mesos::SlaveID;
using ::mesos::UnavailableResources;
using ::mesos::WeightInfo;
using ::mesos::allocator::InverseOfferStatus;

namespace {

// The core's word for an answer. The status was checked by the master.
std::uint32_t answerOf(const Option<InverseOfferStatus>& status) {
  if (status.isNone()) return APPORTION_INVERSE_NONE;
  return status->status() == InverseOfferStatus::ACCEPT
             ? APPORTION_INVERSE_ACCEPT
             : APPORTION_INVERSE_DECLINE;
}

}  // namespace

void Actor::updateQuota(const std::string& role, const Quota& quota) {
  CHECK(core_);
  must(
      [&] {
        core_->set_quota(roles_->of(role), readQuantities(quota.guarantees),
                         readQuantities(quota.limits));
      },
      [&](std::ostream& s) {
        s << "updateQuota of role '" << role << "' to guarantees "
          << quota.guarantees << " and limits " << quota.limits;
      });
  metrics_.updateQuota(role, quota);
  LOG_LINE(INFO) << "Updated quota for role '" << role << "', "
            << " guarantees: " << quota.guarantees
            << " limits: " << quota.limits;
  changed(Roster::changed);
}

void Actor::updateWeights(const std::vector<WeightInfo>& weights) {
  CHECK(core_);
  std::vector<apportion::role_weight> rows;
  for (const WeightInfo& weight : weights) {
    CHECK(weight.has_role());
    rows.push_back(
        apportion::make_role_weight(roles_->of(weight.role()), weight.weight()));
  }
  must([&] { core_->set_weights(rows); },
       [&](std::ostream& s) { s << "updateWeights of " << weights.size()
                                << " roles"; });
  changed(Roster::changed);
}

void Actor::updateInverseOffer(
    const SlaveID& agentId, const FrameworkID& frameworkId,
    const Option<UnavailableResources>& unavailableResources,
    const Option<InverseOfferStatus>& status, const Option<Filters>& filters) {
  const Framework& framework = frameworkOf(frameworkId, "updateInverseOffer");
  Agent& agent = agentOf(agentId, "updateInverseOffer");
  CHECK(agent.maintenance)
      << "Agent " << agentId << " (" << agent.info.hostname()
      << ") should have maintenance scheduled";

  Maintenance& maintenance = *agent.maintenance;
  if (maintenance.outstanding.erase(frameworkId) > 0 && status.isSome()) {
    CHECK_NE(status->status(), InverseOfferStatus::UNKNOWN);
    maintenance.statuses[frameworkId] = *status;
  }
  const std::int64_t refuse = refusalNanos(filters, "refused inverse offer");
  must(
      [&] {
        core_->update_inverse_offer(now(), agent.handle, framework.handle,
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
  changed(Roster::same);
}

process::Future<InverseOfferStatuses> Actor::getInverseOfferStatuses() {
  InverseOfferStatuses result;
  for (const auto& agent : agents_) {
    if (agent->maintenance) result[agent->id] = agent->maintenance->statuses;
  }
  return result;
}

}  // namespace apportion_mesos
