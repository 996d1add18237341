// allocator_process_quota_weights.cpp - quota and weights of roles.
#include <glog/logging.h>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "log.hpp"
#include "resource_quantities.hpp"

namespace apportion_mesos {

using ::mesos::Quota;
using ::mesos::WeightInfo;

void AllocatorProcess::updateQuota(const std::string& role,
                                   const Quota& quota) {
  CHECK(core_);
  callOrAbortMaster(
      [&] {
        core_->set_quota(roleNames_->id(role), quantityRows(quota.guarantees),
                         quantityRows(quota.limits));
      },
      [&](std::ostream& s) {
        s << "updateQuota of role '" << role << "' to guarantees "
          << quota.guarantees << " and limits " << quota.limits;
      });
  metrics_.updateQuota(role, quota);
  LOG_LINE(INFO) << "Updated quota for role '" << role << "', "
                 << " guarantees: " << quota.guarantees
                 << " limits: " << quota.limits;
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::updateWeights(const std::vector<WeightInfo>& weights) {
  CHECK(core_);
  std::vector<apportion::role_weight> rows;
  for (const WeightInfo& weight : weights) {
    CHECK(weight.has_role());
    rows.push_back(apportion::make_role_weight(roleNames_->id(weight.role()),
                                               weight.weight()));
  }
  callOrAbortMaster([&] { core_->set_weights(rows); },
                    [&](std::ostream& s) {
                      s << "updateWeights of " << weights.size() << " roles";
                    });
  finishCall(GaugeSet::mayChange);
}

}  // namespace apportion_mesos
