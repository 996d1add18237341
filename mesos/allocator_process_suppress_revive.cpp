// allocator_process_suppress_revive.cpp - suppressing and reviving the offers of a
// framework's roles.
#include <glog/logging.h>

#include <stout/stringify.hpp>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "framework.hpp"
#include "log.hpp"

namespace apportion_mesos {

using ::mesos::FrameworkID;

void AllocatorProcess::suppressOffers(const FrameworkID& id,
                                      const std::set<std::string>& named) {
  Framework& framework = frameworkOrAbort(id, "suppressOffers");
  if (isRefused(framework)) return;
  const std::set<std::string>& roles = named.empty() ? framework.roles : named;
  callOrAbortMaster(
      [&] { core_->suppress_offers(framework.handle, roleIdsOf(roles)); },
      [&](std::ostream& s) {
        s << "suppressOffers of " << id << " for roles " << stringify(roles);
      });
  framework.suppressed.insert(roles.begin(), roles.end());
  publishSuppressedRoles(framework);
  logSuppressed(framework, roles);
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::reviveOffers(const FrameworkID& id,
                                    const std::set<std::string>& named) {
  Framework& framework = frameworkOrAbort(id, "reviveOffers");
  if (isRefused(framework)) return;
  const std::set<std::string>& roles = named.empty() ? framework.roles : named;
  callOrAbortMaster(
      [&] { core_->revive_offers(framework.handle, roleIdsOf(roles)); },
      [&](std::ostream& s) {
        s << "reviveOffers of " << id << " for roles " << stringify(roles);
      });
  for (const std::string& role : roles) framework.suppressed.erase(role);
  publishSuppressedRoles(framework);
  logRevived(framework, roles);
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::logSuppressed(const Framework& framework,
                                     const std::set<std::string>& roles) {
  LOG_LINE(INFO) << "Suppressed offers for roles " << stringify(roles)
                 << " of framework " << framework.id;
}

void AllocatorProcess::logRevived(const Framework& framework,
                                  const std::set<std::string>& roles) {
  LOG_LINE(INFO) << "Unsuppressed offers and cleared filters for roles "
                 << stringify(roles) << " of framework " << framework.id;
}

}  // namespace apportion_mesos
