// actor_resources.cpp - calls about resources: offered, in use, converted.
#include <algorithm>

#include <glog/logging.h>

#include <process/future.hpp>

#include "actor.hpp"
#include "conversions.hpp"
#include "fatal.hpp"
#include "log.hpp"
#include "refusal.hpp"

namespace apportion_mesos {

using ::mesos::Filters;
using ::mesos::FrameworkID;
using ::mesos::Offer;
using ::mesos::Resource;
using ::mesos::ResourceConversion;
using ::mesos::Resources;
using ::mesos::SlaveID;

namespace {

// The one role that resources are allocated to.
const std::string& roleOf(const Resources& resources) {
  const Resource& first = *resources.begin();
  const std::string& role = first.allocation_info().role();
  for (const Resource& resource : resources) {
    CHECK(resource.has_allocation_info()) << resources << " is not allocated";
    CHECK_EQ(role, resource.allocation_info().role())
        << resources << " is allocated to several roles";
  }
  return role;
}

}  // namespace

void Actor::updateAllocation(
    const FrameworkID& frameworkId, const SlaveID& agentId,
    const Resources& offered,
    const std::vector<ResourceConversion>& conversions) {
  const Framework& framework = frameworkOf(frameworkId, "updateAllocation");
  Agent& agent = agentOf(agentId, "updateAllocation");
  CHECK(!offered.empty());
  const std::string& role = roleOf(offered);

  rows_.clear();
  translation_->read(offered, rows_);
  Resources before;
  if (logs(google::INFO)) before = heldBy(framework.handle, agent, role);
  Exceptions learned = agent.exceptions;
  Conversions list(*translation_);
  for (const ResourceConversion& conversion : conversions) {
    list.add(conversion, &learned);
  }
  must(
      [&] {
        core_->update_allocation(framework.handle, agent.handle,
                                 roles_->of(role), rows_, list.view());
      },
      [&](std::ostream& s) {
        s << "updateAllocation of framework " << frameworkId << " on agent "
          << agentId << " from " << offered;
        for (const ResourceConversion& c : conversions) {
          s << ", converting " << c.consumed << " to " << c.converted;
        }
      });
  agent.exceptions = std::move(learned);
  LOG_LINE(INFO) << "Updated allocation of framework " << frameworkId
                 << " on agent " << agentId << " from " << before << " to "
                 << heldBy(framework.handle, agent, role);
  changed(Roster::changed);
}

process::Future<Nothing> Actor::updateAvailable(
    const SlaveID& id, const std::vector<Offer::Operation>& operations) {
  Agent& agent = agentOf(id, "updateAvailable");
  Exceptions learned = agent.exceptions;
  Conversions list(*translation_);
  for (const Offer::Operation& operation : operations) {
    const Try<std::vector<ResourceConversion>> conversions =
        conversionsOf(operation);
    if (conversions.isError()) {
      return process::Failure("Cannot get conversions: " + conversions.error());
    }
    for (const ResourceConversion& c : *conversions) list.add(c, &learned);
  }
  const bool applied = must(
      [&] { return core_->update_available(agent.handle, list.view()); },
      [&](std::ostream& s) {
        s << "updateAvailable of agent " << id;
        for (const Offer::Operation& operation : operations) {
          s << ", " << operation.ShortDebugString();
        }
      });
  if (!applied) {
    const std::string reason = core_->last_error();
    VLOG(1) << "Failed to update available resources on agent " << id << ": "
            << reason;
    return process::Failure(reason);
  }
  agent.exceptions = std::move(learned);
  changed(Roster::changed);
  return Nothing();
}

void Actor::transitionOfferedToAllocated(const SlaveID& id,
                                         const Resources& resources) {
  const Agent& agent = agentOf(id, "transitionOfferedToAllocated");
  for (const auto& [role, rows] : translation_->readByRole(resources)) {
    const apportion::role_id number = roles_->of(role);
    must([&, &rows = rows] { core_->transition(agent.handle, number, rows); },
         [&](std::ostream& s) {
           s << "transitionOfferedToAllocated of " << resources << " on agent "
             << id;
         });
  }
  changed(Roster::changed);
}

void Actor::recoverResources(const FrameworkID& frameworkId,
                             const SlaveID& agentId, const Resources& resources,
                             const Option<Filters>& filters,
                             bool isAllocated) {
  CHECK(core_);
  if (resources.empty()) return;

  // The master may have sent this before it heard of, or told of, the end of
  // the framework or the agent. What they held is free already then.
  const Agent* const agent = agents_.find(agentId.value());
  if (agent == nullptr) return;
  const Framework* const framework = frameworks_.find(frameworkId.value());
  if (framework == nullptr) {
    if (isAllocated) recoverOrphaned(*agent, resources);
    return;
  }

  const std::string& role = roleOf(resources);
  std::int64_t refuse = refusalNanos(filters, "refused resources offer");
  // A filter that ends before the next periodic allocation would be none.
  if (refuse > 0) refuse = std::max(refuse, options_.allocationInterval.ns());
  rows_.clear();
  translation_->read(resources, rows_);
  must(
      [&] {
        core_->recover_resources(now(), framework->handle, agent->handle,
                                 roles_->of(role), rows_, refuse, isAllocated);
      },
      [&](std::ostream& s) {
        s << "recoverResources of " << resources
          << (isAllocated ? " (allocated)" : " (offered)") << " on agent "
          << agentId << " from framework " << frameworkId;
      });
  VLOG(1) << "Recovered " << resources << " (total: "
          << translation_->writeUnallocated(core_->agent_total(agent->handle),
                                            agent->exceptions)
          << ", offered or allocated: " << heldByAll(*agent) << ") on agent "
          << agentId << " from framework " << frameworkId;
  if (refuse > 0) {
    VLOG(1) << "Framework " << frameworkId << " filtered agent " << agentId
            << " for " << Nanoseconds(refuse);
    armDeadline();
  }
  changed(isAllocated ? Roster::changed : Roster::same);
}

// What a framework holds on an agent in a role; with 0, what all hold.
Resources Actor::heldBy(apportion::framework_id framework, const Agent& agent,
                        const std::string& role) {
  const apportion::role_id number = roles_->of(role);
  return translation_->write(
      core_->agent_held(agent.handle, framework, number), number, role,
      agent.exceptions);
}

// For the log: asks for each role that there ever was.
Resources Actor::heldByAll(const Agent& agent) {
  Resources held;
  for (const auto& [role, number] : roles_->all()) {
    held += heldBy(0, agent, role);
  }
  return held;
}

// What tasks of a framework that is gone used.
void Actor::recoverOrphaned(const Agent& agent, const Resources& resources) {
  for (const auto& [role, rows] : translation_->readByRole(resources)) {
    const apportion::role_id number = roles_->of(role);
    must(
        [&, &rows = rows] {
          core_->recover_resources(now(), 0, agent.handle, number, rows,
                                   APPORTION_NO_FILTER, true);
        },
        [&](std::ostream& s) {
          s << "recoverResources of " << resources << " (allocated) on agent "
            << agent.id << " from a framework that is gone";
        });
  }
  changed(Roster::changed);
}

}  // namespace apportion_mesos
