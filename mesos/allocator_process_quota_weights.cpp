// allocator_process_quota_weights.cpp - quota and weights of roles.

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "log.hpp"
#include "resource_quantities.hpp"

namespace apportion_mesos {

void AllocatorProcess::updateQuota(const std::string& role,
                                   const Quota& quota) {
  CHECK(core_);
  if (!setQuota(role, quota)) return;
  LOG_LINE(INFO) << "Updated quota for role '" << role << "', "
                 << " guarantees: " << quota.guarantees
                 << " limits: " << quota.limits;
  finishCall(GaugeSet::mayChange);
}

bool AllocatorProcess::setQuota(const std::string& role, const Quota& quota) {
  const auto refusal = refusalOf(
      [&] {
        core_->set_quota(roleNames_->id(role), quantityRows(quota.guarantees),
                         quantityRows(quota.limits));
      },
      [&](std::ostream& s) {
        s << "quota of role '" << role << "' with guarantees "
          << quota.guarantees << " and limits " << quota.limits;
      });
  if (refusal) {
    refuse(RefusedPart::quota, role, *refusal);
    return false;
  }
  refused_.remove(RefusedPart::quota, role);
  metrics_.updateQuota(role, quota);
  return true;
}

// One after the other, so that one that is refused keeps no other from being set.
void AllocatorProcess::updateWeights(const std::vector<WeightInfo>& weights) {
  CHECK(core_);
  for (const WeightInfo& weight : weights) {
    CHECK(weight.has_role());
    const std::string& role = weight.role();
    const auto refusal = refusalOf(
        [&] {
          const std::vector<apportion::role_weight> row = {
              apportion::make_role_weight(roleNames_->id(role),
                                          weight.weight())};
          core_->set_weights(row);
        },
        [&](std::ostream& s) {
          s << "updateWeights of role '" << role << "' to " << weight.weight();
        });
    if (refusal) {
      refuse(RefusedPart::weight, role, *refusal);
    } else {
      refused_.remove(RefusedPart::weight, role);
    }
  }
  finishCall(GaugeSet::mayChange);
}

}  // namespace apportion_mesos
