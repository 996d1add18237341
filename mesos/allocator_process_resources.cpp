// allocator_process_resources.cpp - calls about what is offered and allocated:
// transition, recovery, and conversion by operations.
#include <algorithm>
#include <iterator>
#include <utility>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "log.hpp"
#include "refuse_seconds.hpp"
#include "repeated_labels.hpp"
#include "resource_conversions.hpp"

namespace apportion_mesos {

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

void AllocatorProcess::updateAllocation(
    const FrameworkID& frameworkId, const SlaveID& agentId,
    const Resources& offered,
    const std::vector<ResourceConversion>& conversions) {
  const Framework& framework =
      frameworkOrAbort(frameworkId, "updateAllocation");
  Agent* const agent = agentOrIgnore(agentId, "updateAllocation");
  if (agent == nullptr) return;
  CHECK(!offered.empty());
  const std::string& role = roleOf(offered);

  Resources before;
  if (logs(google::INFO)) {
    before = offeredOrAllocatedTo(framework.handle, *agent, role);
  }
  TemplateOverrides overrides = agent->templateOverrides;
  const auto refusal = refusalOf(
      [&] {
        rows_.clear();
        translation_->appendRows(offered, rows_);
        ConversionRows rows(*translation_);
        for (const ResourceConversion& conversion : conversions) {
          rows.add(conversion, &overrides);
        }
        const apportion::role_id roleId = roleNames_->id(role);
        callWithHeldKinds(
            *translation_, rows_,
            [&] {
              auto held = offeredRows(framework.handle, *agent, roleId);
              rows.useHeldKinds(held);
              return held;
            },
            [&] {
              core_->update_allocation(framework.handle, agent->handle, roleId,
                                       rows_, rows.view());
            });
      },
      [&](std::ostream& s) {
        s << "updateAllocation of framework " << frameworkId << " on agent "
          << agentId << " from " << offered;
        for (const ResourceConversion& c : conversions) {
          s << ", converting " << c.consumed << " to " << c.converted;
        }
      });
  if (refusal) return refuseAgent(*agent, *refusal);
  agent->templateOverrides = std::move(overrides);
  forgetStaleOverrides(*agent);
  LOG_LINE(INFO) << "Updated allocation of framework " << frameworkId
                 << " on agent " << agentId << " from " << before << " to "
                 << offeredOrAllocatedTo(framework.handle, *agent, role);
  finishCall(GaugeSet::mayChange);
}

// An operation that fails here is told to whoever asked for it, and not carried out:
// a value that is refused concerns nothing else.
process::Future<Nothing> AllocatorProcess::updateAvailable(
    const SlaveID& id, const std::vector<Offer::Operation>& operations) {
  Agent* const agent = agentOrIgnore(id, "updateAvailable");
  if (agent == nullptr) {
    return process::Failure("The allocator has refused agent " + id.value());
  }
  TemplateOverrides overrides = agent->templateOverrides;
  std::vector<ResourceConversion> conversions;
  for (const Offer::Operation& operation : operations) {
    Try<std::vector<ResourceConversion>> some =
        resourceConversionsOf(operation);
    if (some.isError()) {
      return process::Failure("Cannot get conversions: " + some.error());
    }
    std::move(some->begin(), some->end(), std::back_inserter(conversions));
  }
  bool applied = false;
  const auto refusal = refusalOf(
      [&] {
        ConversionRows rows(*translation_);
        for (const ResourceConversion& c : conversions) rows.add(c, &overrides);
        applied = core_->update_available(agent->handle, rows.view());
      },
      [&](std::ostream& s) {
        s << "updateAvailable of agent " << id;
        for (const Offer::Operation& operation : operations) {
          s << ", " << operation.ShortDebugString();
        }
      });
  if (refusal) {
    refuse(RefusedPart::operation, id.value(), *refusal);
    return process::Failure(*refusal);
  }
  if (!applied) {
    const std::string reason = reasonNotApplied(*agent, conversions);
    VLOG(1) << "Failed to update available resources on agent " << id << ": "
            << reason;
    return process::Failure(reason);
  }
  agent->templateOverrides = std::move(overrides);
  forgetStaleOverrides(*agent);
  finishCall(GaugeSet::mayChange);
  return Nothing();
}

// Why conversions cannot be applied to what is free, in Mesos's own words: the master
// answers with them, and scripts look for them. If Mesos finds no reason, in the core's.
std::string AllocatorProcess::reasonNotApplied(
    const Agent& agent, const std::vector<ResourceConversion>& conversions) {
  const std::string reason = core_->last_error();
  const Try<Resources> applied =
      translation_
          ->toUnallocatedResources(core_->agent_free(agent.handle),
                                   agent.templateOverrides)
          .apply(conversions);
  return applied.isError() ? applied.error() : reason;
}

void AllocatorProcess::transitionOfferedToAllocated(
    const SlaveID& id, const Resources& resources) {
  const Agent* const agent = agentOrIgnore(id, "transitionOfferedToAllocated");
  if (agent == nullptr) return;
  const auto refusal = refusalOf(
      [&] {
        for (auto& entry : translation_->rowsByRole(resources)) {
          const apportion::role_id roleId = roleNames_->id(entry.first);
          ResourceRows& rows = entry.second;
          callWithHeldKinds(
              *translation_, rows,
              [&] { return offeredRows({}, *agent, roleId); },
              [&] { core_->transition(agent->handle, roleId, rows); });
        }
      },
      [&](std::ostream& s) {
        s << "transitionOfferedToAllocated of " << resources << " on agent "
          << id;
      });
  if (refusal) return refuseAgent(*agent, *refusal);
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::recoverResources(const FrameworkID& frameworkId,
                                        const SlaveID& agentId,
                                        const Resources& resources,
                                        const Option<Filters>& filters,
                                        bool isAllocated) {
  CHECK(core_);
  if (resources.empty()) return;

  // The master may have sent this before it learned, or told the allocator,
  // that the framework or the agent is gone. What they held is free already
  // then. The agent may have been refused, too.
  Agent* const agent = agents_.find(agentId.value());
  if (agent == nullptr) return;
  const Framework* const framework = frameworks_.find(frameworkId.value());
  if (framework == nullptr) {
    if (isAllocated) recoverFromRemovedFramework(*agent, resources);
    return;
  }

  const std::string& role = roleOf(resources);
  std::int64_t refuse = refuseNanos(filters, "refused resources offer");
  // A filter that expired before the next periodic allocation would have no
  // effect.
  if (refuse > 0) refuse = std::max(refuse, options_.allocationInterval.ns());
  const auto refusal = refusalOf(
      [&] {
        rows_.clear();
        translation_->appendRows(resources, rows_);
        const apportion::role_id roleId = roleNames_->id(role);
        callWithHeldKinds(
            *translation_, rows_,
            [&] {
              return isAllocated
                         ? core_->agent_allocated(agent->handle, roleId)
                         : offeredRows(framework->handle, *agent, roleId);
            },
            [&] {
              core_->recover_resources(now(), framework->handle, agent->handle,
                                       roleId, rows_, filterNanos(refuse),
                                       isAllocated);
            });
      },
      [&](std::ostream& s) {
        s << "recoverResources of " << resources
          << (isAllocated ? " (allocated)" : " (offered)") << " on agent "
          << agentId << " from framework " << frameworkId;
      });
  if (refusal) return refuseAgent(*agent, *refusal);
  VLOG(1) << "Recovered " << resources << " (total: "
          << translation_->toUnallocatedResources(
                 core_->agent_total(agent->handle), agent->templateOverrides)
          << ", offered or allocated: " << offeredOrAllocatedOn(*agent)
          << ") on agent " << agentId << " from framework " << frameworkId;
  if (refuse > 0) {
    VLOG(1) << "Framework " << frameworkId << " filtered agent " << agentId
            << " for " << Nanoseconds(refuse);
    scheduleCoreDeadline();
  }
  finishCall(isAllocated ? GaugeSet::mayChange : GaugeSet::unchanged);
}

// What is offered or allocated on an agent to a framework in a role.
Resources AllocatorProcess::offeredOrAllocatedTo(
    apportion::framework_id framework, const Agent& agent,
    const std::string& role) {
  const apportion::role_id roleId = roleNames_->id(role);
  return translation_->toResources(
      core_->agent_held(agent.handle, framework, roleId), roleId, role,
      agent.templateOverrides);
}

// What a framework, or with none all of them, was offered on an agent.
std::vector<apportion::resource> AllocatorProcess::offeredRows(
    apportion::framework_id framework, const Agent& agent,
    apportion::role_id role) const {
  return without(core_->agent_held(agent.handle, framework, role),
                 core_->agent_allocated(agent.handle, role));
}

Resources AllocatorProcess::offeredOrAllocatedOn(const Agent& agent) {
  return translation_->toUnallocatedResources(
      core_->agent_held(agent.handle),
      agent.templateOverrides);
}

// Recovers what the tasks of a framework used that is removed by now.
void AllocatorProcess::recoverFromRemovedFramework(Agent& agent,
                                                   const Resources& resources) {
  const auto refusal = refusalOf(
      [&] {
        for (auto& entry : translation_->rowsByRole(resources)) {
          const apportion::role_id roleId = roleNames_->id(entry.first);
          ResourceRows& rows = entry.second;
          callWithHeldKinds(
              *translation_, rows,
              [&] { return core_->agent_allocated(agent.handle, roleId); },
              [&] {
                core_->recover_resources(now(), {}, agent.handle, roleId, rows,
                                         APPORTION_NO_FILTER, true);
              });
        }
      },
      [&](std::ostream& s) {
        s << "recoverResources of " << resources << " (allocated) on agent "
          << agent.id << " from a framework that is gone";
      });
  if (refusal) return refuseAgent(agent, *refusal);
  finishCall(GaugeSet::mayChange);
}

}  // namespace apportion_mesos
