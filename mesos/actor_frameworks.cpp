// actor_frameworks.cpp - calls about frameworks.
#include <algorithm>
#include <iterator>

#include <glog/logging.h>

#include <stout/stringify.hpp>

#include "actor.hpp"
#include "fatal.hpp"
#include "log.hpp"
#include "minima.hpp"
#include "usages.hpp"

namespace apportion_mesos {

using ::mesos::FrameworkID;
using ::mesos::FrameworkInfo;
using ::mesos::Resources;
using ::mesos::SlaveID;
using ::mesos::allocator::FrameworkOptions;

namespace {

using Set = std::set<std::string>;

Set minus(const Set& a, const Set& b) {
  Set result;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(),
                      std::inserter(result, result.end()));
  return result;
}

Set common(const Set& a, const Set& b) {
  Set result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(result, result.end()));
  return result;
}

// Publishes which of a framework's roles are suppressed.
void publish(const Framework& framework) {
  for (const std::string& role : framework.roles) {
    framework.metrics->suppressed(role, framework.suppressed.count(role) > 0);
  }
}

}  // namespace

void Actor::addFramework(const FrameworkID& id, FrameworkInfo&& info,
                         const hashmap<SlaveID, Resources>& used, bool active,
                         FrameworkOptions&& options) {
  CHECK(core_);
  CHECK_EQ(id, info.id());

  auto framework = std::make_unique<Framework>();
  framework->id = id;
  framework->roles = rolesOf(info);
  framework->suppressed = std::move(options.suppressedRoles);
  framework->filter = std::move(options.offerConstraintsFilter);
  framework->metrics = std::make_shared<FrameworkMetrics>(
      info, options_.publishPerFrameworkMetrics);

  const auto numbers = numbersOf(framework->roles);
  const auto suppressed =
      numbersOf(common(framework->suppressed, framework->roles));
  const Minima minima(*roles_, info, framework->roles);
  const Usages usages(*translation_, *roles_, used);
  apportion::framework_info row;
  row.id = id.value();
  row.capabilities = capabilitiesOf(info);
  row.roles = numbers;
  row.suppressed = suppressed;
  row.minima = minima.view();
  must(
      [&] {
        framework->handle = core_->add_framework(row, active, usages.view());
        constraints_.evaluate(*core_, *roles_, *framework, agents_);
      },
      [&](std::ostream& s) {
        s << "addFramework of " << id << " using " << stringify(used);
      });

  framework->info = std::move(info);
  for (const std::string& role : framework->roles) {
    framework->metrics->subscribe(role);
  }
  publish(*framework);
  frameworks_.add(std::move(framework));
  LOG_LINE(INFO) << "Added framework " << id;
  if (!active) LOG_LINE(INFO) << "Deactivated framework " << id;
  changed(Roster::changed);
}

void Actor::removeFramework(const FrameworkID& id) {
  Framework& framework = frameworkOf(id, "removeFramework");
  must([&] { core_->remove_framework(framework.handle); },
       [&](std::ostream& s) { s << "removeFramework of " << id; });
  constraints_.forget(framework);
  completed_->set(id, framework.metrics);
  frameworks_.remove(framework);
  LOG_LINE(INFO) << "Removed framework " << id;
  changed(Roster::changed);
}

void Actor::activateFramework(const FrameworkID& id) {
  const Framework& framework = frameworkOf(id, "activateFramework");
  must([&] { core_->activate_framework(framework.handle); },
       [&](std::ostream& s) { s << "activateFramework of " << id; });
  LOG_LINE(INFO) << "Activated framework " << id;
  changed(Roster::same);
}

void Actor::deactivateFramework(const FrameworkID& id) {
  const Framework& framework = frameworkOf(id, "deactivateFramework");
  must([&] { core_->deactivate_framework(framework.handle); },
       [&](std::ostream& s) { s << "deactivateFramework of " << id; });
  LOG_LINE(INFO) << "Deactivated framework " << id;
  changed(Roster::same);
}

void Actor::updateFramework(const FrameworkID& id, FrameworkInfo&& info,
                            FrameworkOptions&& options) {
  Framework& framework = frameworkOf(id, "updateFramework");
  const Set oldRoles = framework.roles;
  const Set oldSuppressed = framework.suppressed;
  const Set newRoles = rolesOf(info);

  const auto numbers = numbersOf(newRoles);
  const auto suppressed = numbersOf(options.suppressedRoles);
  const Minima minima(*roles_, info, newRoles);
  apportion::framework_info row;
  row.id = id.value();
  row.capabilities = capabilitiesOf(info);
  row.roles = numbers;
  row.suppressed = suppressed;
  row.minima = minima.view();
  framework.roles = newRoles;
  framework.suppressed = options.suppressedRoles;
  framework.filter = std::move(options.offerConstraintsFilter);
  must(
      [&] {
        core_->update_framework(framework.handle, row);
        constraints_.evaluate(*core_, *roles_, framework, agents_);
      },
      [&](std::ostream& s) {
        s << "updateFramework of " << id << " with roles "
          << stringify(newRoles) << ", suppressed "
          << stringify(framework.suppressed);
      });

  framework.info = std::move(info);
  for (const std::string& role : minus(oldRoles, newRoles)) {
    framework.metrics->unsubscribe(role);
  }
  for (const std::string& role : newRoles) framework.metrics->subscribe(role);
  publish(framework);
  logSuppressed(framework, minus(framework.suppressed, oldSuppressed));
  logRevived(framework,
             common(minus(oldSuppressed, framework.suppressed), newRoles));
  changed(Roster::changed);
}

void Actor::requestResources(const FrameworkID& id,
                             const std::vector<::mesos::Request>& requests) {
  CHECK(core_);
  LOG_LINE(INFO) << "Received resource request from framework " << id;
}

void Actor::suppressOffers(const FrameworkID& id, const Set& named) {
  Framework& framework = frameworkOf(id, "suppressOffers");
  const Set& roles = named.empty() ? framework.roles : named;
  must([&] { core_->suppress_offers(framework.handle, numbersOf(roles)); },
       [&](std::ostream& s) {
         s << "suppressOffers of " << id << " for roles " << stringify(roles);
       });
  framework.suppressed.insert(roles.begin(), roles.end());
  publish(framework);
  logSuppressed(framework, roles);
  changed(Roster::same);
}

void Actor::reviveOffers(const FrameworkID& id, const Set& named) {
  Framework& framework = frameworkOf(id, "reviveOffers");
  const Set& roles = named.empty() ? framework.roles : named;
  must([&] { core_->revive_offers(framework.handle, numbersOf(roles)); },
       [&](std::ostream& s) {
         s << "reviveOffers of " << id << " for roles " << stringify(roles);
       });
  for (const std::string& role : roles) framework.suppressed.erase(role);
  publish(framework);
  logRevived(framework, roles);
  changed(Roster::same);
}

void Actor::logSuppressed(const Framework& framework, const Set& roles) {
  LOG_LINE(INFO) << "Suppressed offers for roles " << stringify(roles)
            << " of framework " << framework.id;
}

void Actor::logRevived(const Framework& framework, const Set& roles) {
  LOG_LINE(INFO) << "Unsuppressed offers and cleared filters for roles "
            << stringify(roles) << " of framework " << framework.id;
}

}  // namespace apportion_mesos
