// allocator_process_frameworks.cpp - calls about frameworks, and those that suppress
// and revive the offers of their roles.
#include <algorithm>
#include <deque>
#include <iterator>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "log.hpp"
#include "resource_quantities.hpp"
#include "used_resources.hpp"

namespace apportion_mesos {

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

// The minimum of each role that a framework sets one for in its offer filters.
// Roles that it is not subscribed to are left out: they get no offers.
class MinAllocatableResources {
 public:
  MinAllocatableResources(RoleNames& roleNames, const FrameworkInfo& info,
                          const std::set<std::string>& subscribed) {
    for (const auto& [role, filters] : info.offer_filters()) {
      if (!filters.has_min_allocatable_resources()) continue;
      if (subscribed.count(role) == 0) continue;
      QuantityLists& lists = lists_.emplace_back();
      for (const auto& q : filters.min_allocatable_resources().quantities()) {
        lists.add(q.quantities());
      }
      list_.push_back(
          apportion::make_role_minimum(roleNames.id(role), lists.view()));
    }
  }

  apportion::view<apportion::role_minimum> view() const { return list_; }

 private:
  std::deque<QuantityLists> lists_;
  std::vector<apportion::role_minimum> list_;
};

// A framework as the core takes it, and what that points to.
class FrameworkRow {
 public:
  FrameworkRow(RoleNames& roleNames, const FrameworkInfo& info,
               const Set& suppressed)
      : roles_(rolesOf(info)),
        minima_(roleNames, info, roles_) {
    for (const std::string& role : roles_) {
      ids_.push_back(roleNames.id(role));
      if (suppressed.count(role) > 0) suppressedIds_.push_back(ids_.back());
    }
    row_.id = info.id().value();
    row_.capabilities = frameworkCapabilityBits(info);
    row_.roles = ids_;
    row_.suppressed = suppressedIds_;
    row_.minima = minima_.view();
  }
  FrameworkRow(const FrameworkRow&) = delete;

  const apportion::framework_info& row() const { return row_; }

 private:
  const Set roles_;
  const MinAllocatableResources minima_;
  std::vector<apportion::role_id> ids_, suppressedIds_;
  apportion::framework_info row_;
};

// A framework in no role.
apportion::framework_info rowWithoutRoles(const FrameworkInfo& info) {
  apportion::framework_info row;
  row.id = info.id().value();
  row.capabilities = frameworkCapabilityBits(info);
  return row;
}

}  // namespace

void AllocatorProcess::addFramework(const FrameworkID& id, FrameworkInfo&& info,
                                    const hashmap<SlaveID, Resources>& used,
                                    bool active, FrameworkOptions&& options) {
  CHECK(core_);
  CHECK_EQ(id, info.id());

  auto added = std::make_unique<Framework>();
  added->id = id;
  added->metrics = std::make_shared<FrameworkMetrics>(
      info, options_.publishPerFrameworkMetrics);
  const auto describe = [&](std::ostream& s) {
    s << "addFramework of " << id << " using " << stringify(used);
  };
  const auto refusal = refusalOf(
      [&] {
        const FrameworkRow row(*roleNames_, info, options.suppressedRoles);
        const UsedResources usedRows(*translation_, *roleNames_, used);
        // It only serves to find disagreements, and is left out if it is too long.
        const auto list = usedRows.view();
        const bool fits = list.size() <= APPORTION_MAX_COUNT;
        added->handle = core_->add_framework(
            row.row(), active, fits ? list : decltype(list)());
      },
      describe);
  if (refusal) {
    callOrAbortMaster(
        [&] {
          added->handle = core_->add_framework(rowWithoutRoles(info), active);
        },
        describe);
  }
  added->info = std::move(info);
  Framework& framework = frameworks_.add(std::move(added));
  if (refusal) {
    refuse(RefusedPart::framework, id.value(), *refusal);
  } else {
    setRoles(framework, rolesOf(framework.info), std::move(options));
  }
  LOG_LINE(INFO) << "Added framework " << id;
  if (!active) LOG_LINE(INFO) << "Deactivated framework " << id;
  finishCall(GaugeSet::mayChange);
}

// Enters the roles that the core has taken.
void AllocatorProcess::setRoles(Framework& framework, Set&& roles,
                                FrameworkOptions&& options) {
  for (const std::string& role : difference(framework.roles, roles)) {
    framework.metrics->unsubscribe(role);
  }
  framework.roles = std::move(roles);
  framework.suppressed = std::move(options.suppressedRoles);
  framework.offerConstraints = std::move(options.offerConstraintsFilter);
  offerConstraints_.evaluateFramework(*core_, *roleNames_, framework, agents_);
  for (const std::string& role : framework.roles) {
    framework.metrics->subscribe(role);
  }
  publishSuppressedRoles(framework);
}

void AllocatorProcess::removeFramework(const FrameworkID& id) {
  Framework& framework = frameworkOrAbort(id, "removeFramework");
  callOrAbortMaster([&] { core_->remove_framework(framework.handle); },
                    [&](std::ostream& s) { s << "removeFramework of " << id; });
  offerConstraints_.removeFramework(framework);
  completedFrameworkMetrics_->set(id, framework.metrics);
  frameworks_.remove(framework);
  refused_.remove(RefusedPart::framework, id.value());
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
  const Set oldSuppressed = framework.suppressed;
  const auto refusal = refusalOf(
      [&] {
        const FrameworkRow row(*roleNames_, info, options.suppressedRoles);
        core_->update_framework(framework.handle, row.row());
      },
      [&](std::ostream& s) {
        s << "updateFramework of " << id << " with roles "
          << stringify(rolesOf(info)) << ", suppressed "
          << stringify(options.suppressedRoles);
      });
  framework.info = std::move(info);
  if (refusal) return refuseFramework(framework, *refusal);

  refused_.remove(RefusedPart::framework, id.value());
  setRoles(framework, rolesOf(framework.info), std::move(options));
  logSuppressed(framework, difference(framework.suppressed, oldSuppressed));
  logRevived(framework,
             intersection(difference(oldSuppressed, framework.suppressed),
                          framework.roles));
  finishCall(GaugeSet::mayChange);
}

// Leaves the framework in the core, in no role: it is offered nothing, and what it
// holds stays accounted to it until it is recovered.
void AllocatorProcess::refuseFramework(Framework& framework,
                                       const std::string& why) {
  callOrAbortMaster(
      [&] {
        core_->update_framework(framework.handle,
                                rowWithoutRoles(framework.info));
      },
      [&](std::ostream& s) { s << why; });
  setRoles(framework, {}, {});
  refuse(RefusedPart::framework, framework.id.value(), why);
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::requestResources(
    const FrameworkID& id, const std::vector<::mesos::Request>&) {
  CHECK(core_);
  LOG_LINE(INFO) << "Received resource request from framework " << id;
}

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
