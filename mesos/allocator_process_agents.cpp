// allocator_process_agents.cpp - calls about agents, what they have in total, and
// which of them may be offered at all, by host name.
#include <mesos/attributes.hpp>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "log.hpp"
#include "repeated_labels.hpp"
#include "used_resources.hpp"

namespace apportion_mesos {

using ::mesos::Attributes;

namespace {

std::string capabilityNames(const AgentCapabilities& types) {
  std::set<std::string> names;
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (!types.test(type)) continue;
    names.insert(SlaveInfo::Capability::Type_Name(
        static_cast<SlaveInfo::Capability::Type>(type)));
  }
  return stringify(names);
}

}  // namespace

void AllocatorProcess::addSlave(const SlaveID& id, AgentInfo&& info,
                                const AgentCapabilities& capabilities,
                                const Option<Unavailability>& unavailability,
                                const Resources& total,
                                const hashmap<FrameworkID, Resources>& used) {
  CHECK(core_);

  auto agent = std::make_unique<Agent>();
  agent->id = id;
  agent->info = std::move(info);
  agent->capabilities = capabilities;
  const std::string region = regionOf(agent->info.described().domain());
  apportion::agent_info row;
  row.id = id.value();
  row.hostname = agent->info.hostname();
  row.region = region;
  row.capabilities = agentCapabilityBits(agent->capabilities);
  if (unavailability.isSome()) {
    row.unavailability = toCoreUnavailability(*unavailability);
    agent->maintenance.emplace().unavailability = *unavailability;
  }
  const auto refusal = refusalOf(
      [&] {
        rows_.clear();
        appendTotal(*agent, total, rows_);
        row.total = rows_;
        const UsedResources usedRows(*translation_, *roleNames_, used);
        row.used = usedRows.view();
        agent->handle = core_->add_agent(row);
      },
      [&](std::ostream& s) {
        s << "addSlave of " << id << " with " << total
          << " (used: " << stringify(used) << ")";
      });
  if (refusal) {
    refuse(RefusedPart::agent, id.value(), *refusal);
    return;
  }

  refused_.remove(RefusedPart::agent, id.value());
  LOG_LINE(INFO) << "Added agent " << id << " (" << agent->info.hostname()
                 << ") with " << total
                 << " (offered or allocated: " << Resources::sum(used) << ")";
  offerConstraints_.markDirty(agents_.add(std::move(agent)));
  const bool reserves = !total.reserved().empty();
  finishCall(reserves || !used.empty() ? GaugeSet::mayChange
                                       : GaugeSet::unchanged);
}

void AllocatorProcess::removeSlave(const SlaveID& id) {
  const Agent* const agent = agentOrIgnore(id, "removeSlave");
  if (agent == nullptr) {
    refused_.remove(RefusedPart::agent, id.value());
    return;
  }
  callOrAbortMaster([&] { dropAgent(*agent); },
                    [&](std::ostream& s) { s << "removeSlave of " << id; });
  LOG_LINE(INFO) << "Removed all filters for agent " << id;
  LOG_LINE(INFO) << "Removed agent " << id;
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::dropAgent(const Agent& agent) {
  offerConstraints_.evaluateDirtyAgents(*core_, *roleNames_);
  core_->remove_agent(agent.handle);
  offerConstraints_.removeAgent(agent);
  agents_.remove(agent);
}

void AllocatorProcess::updateSlave(
    const SlaveID& id, std::string&& serializedInfo,
    const Option<Resources>& total,
    const Option<AgentCapabilities>& capabilities) {
  Agent* const agent = agentOrIgnore(id, "updateSlave");
  if (agent == nullptr) return;

  apportion::agent_update update;
  if (!agent->info.isOf(serializedInfo)) {
    AgentInfo info(std::move(serializedInfo));
    update.info_changed = info != agent->info;
    update.attributes_changed = Attributes(info.described().attributes()) !=
                                Attributes(agent->info.described().attributes());
    // What is equal to Mesos stays, as there: no domain is like one without names.
    if (update.info_changed) agent->info = std::move(info);
  }
  const std::string region = regionOf(agent->info.described().domain());
  update.hostname = agent->info.hostname();
  update.region = region;
  if (capabilities.isSome()) {
    update.capabilities = agentCapabilityBits(*capabilities);
    if (*capabilities != agent->capabilities) {
      // The core knows only the capabilities that matter for offers.
      update.info_changed = true;
      agent->capabilities = *capabilities;
      LOG_LINE(INFO) << "Agent " << id << " (" << agent->info.hostname()
                     << ") updated with capabilities "
                     << capabilityNames(*capabilities);
    }
  }
  const auto refusal = refusalOf(
      [&] {
        if (total.isSome()) {
          rows_.clear();
          agent->templateOverrides.clear();
          appendTotal(*agent, *total, rows_);
          if (haveRepeatedLabels(*total)) {
            rows_ = asHeld(rows_, core_->agent_total(agent->handle),
                           *translation_);
          }
          update.total = rows_;
        }
        core_->update_agent(agent->handle, update);
      },
      [&](std::ostream& s) {
        s << "updateSlave of " << id;
        if (total.isSome()) s << " with " << *total;
      });
  if (refusal) return refuseAgent(*agent, *refusal);

  if (update.info_changed) offerConstraints_.markDirty(*agent);
  if (update.attributes_changed) {
    LOG_LINE(INFO) << "Removed all filters for agent " << id;
  }
  if (total.isSome()) {
    LOG_LINE(INFO) << "Agent " << id << " (" << agent->info.hostname()
                   << ") updated with total resources " << *total;
  }
  finishCall(total.isSome() ? GaugeSet::mayChange : GaugeSet::unchanged);
}

void AllocatorProcess::addResourceProvider(
    const SlaveID& id, const Resources& total,
    const hashmap<FrameworkID, Resources>& used) {
  Agent* const agent = agentOrIgnore(id, "addResourceProvider");
  if (agent == nullptr) return;
  const auto refusal = refusalOf(
      [&] {
        rows_.clear();
        translation_->appendRows(total, rows_, &agent->templateOverrides);
        const UsedResources usedRows(*translation_, *roleNames_, used);
        core_->add_resource_provider(agent->handle, rows_, usedRows.view());
      },
      [&](std::ostream& s) {
        s << "addResourceProvider of " << total << " (used: " << stringify(used)
          << ") to agent " << id;
      });
  if (refusal) return refuseAgent(*agent, *refusal);
  VLOG(1) << "Grew agent " << id << " by " << total << " (total), " << used
          << " (used)";
  finishCall(GaugeSet::mayChange);
}

void AllocatorProcess::activateSlave(const SlaveID& id) {
  const Agent* const agent = agentOrIgnore(id, "activateSlave");
  if (agent == nullptr) return;
  callOrAbortMaster([&] { core_->activate_agent(agent->handle); },
                    [&](std::ostream& s) { s << "activateSlave of " << id; });
  LOG_LINE(INFO) << "Agent " << id << " reactivated";
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::deactivateSlave(const SlaveID& id) {
  const Agent* const agent = agentOrIgnore(id, "deactivateSlave");
  if (agent == nullptr) return;
  callOrAbortMaster([&] { core_->deactivate_agent(agent->handle); },
                    [&](std::ostream& s) { s << "deactivateSlave of " << id; });
  LOG_LINE(INFO) << "Agent " << id << " deactivated";
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::updateWhitelist(
    const Option<hashset<std::string>>& whitelist) {
  CHECK(core_);
  if (whitelist.isNone()) {
    core_->clear_whitelist();
    refused_.remove(RefusedPart::whitelist, "");
    LOG_LINE(INFO) << "Advertising offers for all agents";
    finishCall(GaugeSet::unchanged);
    return;
  }
  std::vector<apportion_str> hosts;
  for (const std::string& host : *whitelist) {
    hosts.push_back({host.data(), host.size()});
  }
  const auto refusal = refusalOf(
      [&] { core_->set_whitelist(hosts); },
      [&](std::ostream& s) {
        s << "updateWhitelist with " << hosts.size() << " hosts";
      });
  if (refusal) return refuse(RefusedPart::whitelist, "", *refusal);
  refused_.remove(RefusedPart::whitelist, "");
  LOG_LINE(INFO) << "Updated agent whitelist: " << stringify(*whitelist);
  LOG_IF(WARNING, whitelist->empty())
      << "Whitelist is empty, no offers will be made!";
  finishCall(GaugeSet::unchanged);
}

}  // namespace apportion_mesos
