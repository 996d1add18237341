// allocator_process_frameworks.cpp - calls about frameworks, but for
// suppressing and reviving offers.
#include <algorithm>
#include <iterator>

#include <glog/logging.h>

#include <stout/stringify.hpp>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "framework.hpp"
#include "log.hpp"
#include "min_allocatable_resources.hpp"
#include "used_resources.hpp"

namespace apportion_mesos {

using ::mesos::FrameworkID;
using ::mesos::FrameworkInfo;
using ::mesos::Resources;
using ::mesos::SlaveID;
using ::mesos::allocator::FrameworkOptions;

namespace {

// A set of roles.
using Set = std::set<std::string>;

Set difference(const Set& a, const Set& b) {
  Set result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(),
                      std::inserter(result, result.end()));
  return result;
}

Set intersection(const Set& a, const Set& b) {
  Set result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(result, result.end()));
  return result;
}

}  // namespace

void AllocatorProcess::addFramework(const FrameworkID& id, FrameworkInfo&& info,
                                    const hashmap<SlaveID, Resources>& used,
                                    bool active, FrameworkOptions&& options) {
  CHECK(core_);
  CHECK_EQ(id, info.id());

  auto framework = std::make_unique<Framework>();
  framework->id = id;
  framework->roles = rolesOf(info);
  framework->suppressed = std::move(options.suppressedRoles);
  framework->offerConstraints = std::move(options.offerConstraintsFilter);
  framework->metrics = std::make_shared<FrameworkMetrics>(
      info, options_.publishPerFrameworkMetrics);

  const auto roleIds = roleIdsOf(framework->roles);
  const auto suppressed =
      roleIdsOf(intersection(framework->suppressed, framework->roles));
  const MinAllocatableResources minAllocatable(*roleNames_, info,
                                               framework->roles);
  const UsedResources usedRows(*translation_, *roleNames_, used);
  apportion::framework_info row;
  row.id = id.value();
  row.capabilities = frameworkCapabilityBits(info);
  row.roles = roleIds;
  row.suppressed = suppressed;
  row.minima = minAllocatable.view();
  callOrAbortMaster(
      [&] {
        framework->handle = core_->add_framework(row, active, usedRows.view());
        offerConstraints_.evaluateFramework(*core_, *roleNames_, *framework,
                                            agents_);
      },
      [&](std::ostream& s) {
        s << "addFramework of " << id << " using " << stringify(used);
      });

  framework->info = std::move(info);
  for (const std::string& role : framework->roles) {
    framework->metrics->subscribe(role);
  }
  publishSuppressedRoles(*framework);
  frameworks_.add(std::move(framework));
  LOG_LINE(INFO) << "Added framework " << id;
  if (!active) LOG_LINE(INFO) << "Deactivated framework " << id;
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::removeFramework(const FrameworkID& id) {
  Framework& framework = frameworkOrAbort(id, "removeFramework");
  callOrAbortMaster([&] { core_->remove_framework(framework.handle); },
                    [&](std::ostream& s) { s << "removeFramework of " << id; });
  offerConstraints_.removeFramework(framework);
  completedFrameworkMetrics_->set(id, framework.metrics);
  frameworks_.remove(framework);
  LOG_LINE(INFO) << "Removed framework " << id;
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::activateFramework(const FrameworkID& id) {
  const Framework& framework = frameworkOrAbort(id, "activateFramework");
  callOrAbortMaster(
      [&] { core_->activate_framework(framework.handle); },
      [&](std::ostream& s) { s << "activateFramework of " << id; });
  LOG_LINE(INFO) << "Activated framework " << id;
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::deactivateFramework(const FrameworkID& id) {
  const Framework& framework = frameworkOrAbort(id, "deactivateFramework");
  callOrAbortMaster(
      [&] { core_->deactivate_framework(framework.handle); },
      [&](std::ostream& s) { s << "deactivateFramework of " << id; });
  LOG_LINE(INFO) << "Deactivated framework " << id;
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::updateFramework(const FrameworkID& id,
                                       FrameworkInfo&& info,
                                       FrameworkOptions&& options) {
  Framework& framework = frameworkOrAbort(id, "updateFramework");
  const Set oldRoles = framework.roles;
  const Set oldSuppressed = framework.suppressed;
  const Set newRoles = rolesOf(info);

  const auto roleIds = roleIdsOf(newRoles);
  const auto suppressed = roleIdsOf(options.suppressedRoles);
  const MinAllocatableResources minAllocatable(*roleNames_, info, newRoles);
  apportion::framework_info row;
  row.id = id.value();
  row.capabilities = frameworkCapabilityBits(info);
  row.roles = roleIds;
  row.suppressed = suppressed;
  row.minima = minAllocatable.view();
  framework.roles = newRoles;
  framework.suppressed = options.suppressedRoles;
  framework.offerConstraints = std::move(options.offerConstraintsFilter);
  callOrAbortMaster(
      [&] {
        core_->update_framework(framework.handle, row);
        offerConstraints_.evaluateFramework(*core_, *roleNames_, framework,
                                            agents_);
      },
      [&](std::ostream& s) {
        s << "updateFramework of " << id << " with roles "
          << stringify(newRoles) << ", suppressed "
          << stringify(framework.suppressed);
      });

  framework.info = std::move(info);
  for (const std::string& role : difference(oldRoles, newRoles)) {
    framework.metrics->unsubscribe(role);
  }
  for (const std::string& role : newRoles) framework.metrics->subscribe(role);
  publishSuppressedRoles(framework);
  logSuppressed(framework, difference(framework.suppressed, oldSuppressed));
  logRevived(
      framework,
      intersection(difference(oldSuppressed, framework.suppressed), newRoles));
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::requestResources(
    const FrameworkID& id, const std::vector<::mesos::Request>& requests) {
  CHECK(core_);
  LOG_LINE(INFO) << "Received resource request from framework " << id;
}

}  // namespace apportion_mesos
