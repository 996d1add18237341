// actor_agents.cpp - calls about agents.
#include <mesos/attributes.hpp>
#include <mesos/type_utils.hpp>

#include <glog/logging.h>

#include <stout/stringify.hpp>

#include "actor.hpp"
#include "fatal.hpp"
#include "log.hpp"
#include "usages.hpp"

namespace apportion_mesos {

using ::mesos::Attributes;
using ::mesos::FrameworkID;
using ::mesos::Resources;
using ::mesos::SlaveID;
using ::mesos::SlaveInfo;
using ::mesos::Unavailability;

namespace {

std::string namesOf(const AgentCapabilities& types) {
  std::set<std::string> names;
  for (std::size_t type = 0; type < types.size(); ++type) {
    if (!types.test(type)) continue;
    names.insert(SlaveInfo::Capability::Type_Name(
        static_cast<SlaveInfo::Capability::Type>(type)));
  }
  return stringify(names);
}

apportion::unavailability timesOf(const Unavailability& unavailability) {
  apportion::unavailability times;
  times.start_nanos = unavailability.start().nanoseconds();
  times.duration_nanos = unavailability.duration().nanoseconds();
  return times;
}

}  // namespace

void Actor::addSlave(const SlaveID& id, AgentInfo&& info,
                     const AgentCapabilities& capabilities,
                     const Option<Unavailability>& unavailability,
                     const Resources& total,
                     const hashmap<FrameworkID, Resources>& used) {
  CHECK(core_);

  auto agent = std::make_unique<Agent>();
  agent->id = id;
  agent->info = std::move(info);
  agent->capabilities = capabilities;
  rows_.clear();
  translation_->read(total, rows_, &agent->exceptions);
  const Usages usages(*translation_, *roles_, used);
  const std::string region = regionOf(agent->info.described().domain());
  apportion::agent_info row;
  row.id = id.value();
  row.hostname = agent->info.hostname();
  row.region = region;
  row.capabilities = capabilityBits(agent->capabilities);
  row.total = rows_;
  row.used = usages.view();
  if (unavailability.isSome()) {
    row.unavailability = timesOf(*unavailability);
    agent->maintenance.emplace().unavailability = *unavailability;
  }
  must([&] { agent->handle = core_->add_agent(row); },
       [&](std::ostream& s) {
         s << "addSlave of " << id << " with " << total << " (used: "
           << stringify(used) << ")";
       });

  LOG_LINE(INFO) << "Added agent " << id << " (" << agent->info.hostname()
                 << ") with " << total << " (offered or allocated: "
                 << Resources::sum(used) << ")";
  constraints_.changed(agents_.add(std::move(agent)));
  const bool reserves = !total.reserved().empty();
  changed(reserves || !used.empty() ? Roster::changed : Roster::same);
}

void Actor::removeSlave(const SlaveID& id) {
  const Agent& agent = agentOf(id, "removeSlave");
  must(
      [&] {
        constraints_.settle(*core_, *roles_);
        core_->remove_agent(agent.handle);
      },
      [&](std::ostream& s) { s << "removeSlave of " << id; });
  constraints_.forget(agent);
  agents_.remove(agent);
  LOG_LINE(INFO) << "Removed all filters for agent " << id;
  LOG_LINE(INFO) << "Removed agent " << id;
  changed(Roster::changed);
}

void Actor::updateSlave(
    const SlaveID& id, AgentInfo&& info, const Option<Resources>& total,
    const Option<AgentCapabilities>& capabilities) {
  Agent& agent = agentOf(id, "updateSlave");

  apportion::agent_update update;
  if (info != agent.info) {
    update.info_changed = true;
    update.attributes_changed = Attributes(info.described().attributes()) !=
                                Attributes(agent.info.described().attributes());
  }
  agent.info = std::move(info);
  const std::string region = regionOf(agent.info.described().domain());
  update.hostname = agent.info.hostname();
  update.region = region;
  if (capabilities.isSome()) {
    update.capabilities = capabilityBits(*capabilities);
    if (*capabilities != agent.capabilities) {
      // The core sees only those that matter for offers.
      update.info_changed = true;
      agent.capabilities = *capabilities;
      LOG_LINE(INFO) << "Agent " << id << " (" << agent.info.hostname()
                     << ") updated with capabilities "
                     << namesOf(*capabilities);
    }
  }
  if (total.isSome()) {
    rows_.clear();
    agent.exceptions.clear();
    translation_->read(*total, rows_, &agent.exceptions);
    update.total = rows_;
  }
  must([&] { core_->update_agent(agent.handle, update); },
       [&](std::ostream& s) {
         s << "updateSlave of " << id;
         if (total.isSome()) s << " with " << *total;
       });

  if (update.info_changed) constraints_.changed(agent);
  if (update.attributes_changed) {
    LOG_LINE(INFO) << "Removed all filters for agent " << id;
  }
  if (total.isSome()) {
    LOG_LINE(INFO) << "Agent " << id << " (" << agent.info.hostname()
                   << ") updated with total resources " << *total;
  }
  changed(total.isSome() ? Roster::changed : Roster::same);
}

void Actor::addResourceProvider(const SlaveID& id, const Resources& total,
                                const hashmap<FrameworkID, Resources>& used) {
  Agent& agent = agentOf(id, "addResourceProvider");
  rows_.clear();
  translation_->read(total, rows_, &agent.exceptions);
  const Usages usages(*translation_, *roles_, used);
  must(
      [&] {
        core_->add_resource_provider(agent.handle, rows_, usages.view());
      },
      [&](std::ostream& s) {
        s << "addResourceProvider of " << total << " (used: "
          << stringify(used) << ") to agent " << id;
      });
  VLOG(1) << "Grew agent " << id << " by " << total << " (total), " << used
          << " (used)";
  changed(Roster::changed);
}

void Actor::activateSlave(const SlaveID& id) {
  const Agent& agent = agentOf(id, "activateSlave");
  must([&] { core_->activate_agent(agent.handle); },
       [&](std::ostream& s) { s << "activateSlave of " << id; });
  LOG_LINE(INFO) << "Agent " << id << " reactivated";
  changed(Roster::same);
}

void Actor::deactivateSlave(const SlaveID& id) {
  const Agent& agent = agentOf(id, "deactivateSlave");
  must([&] { core_->deactivate_agent(agent.handle); },
       [&](std::ostream& s) { s << "deactivateSlave of " << id; });
  LOG_LINE(INFO) << "Agent " << id << " deactivated";
  changed(Roster::same);
}

void Actor::updateWhitelist(const Option<hashset<std::string>>& whitelist) {
  CHECK(core_);
  if (whitelist.isNone()) {
    core_->clear_whitelist();
    LOG_LINE(INFO) << "Advertising offers for all agents";
    changed(Roster::same);
    return;
  }
  std::vector<apportion_str> hosts;
  for (const std::string& host : *whitelist) {
    hosts.push_back({host.data(), host.size()});
  }
  must([&] { core_->set_whitelist(hosts); },
       [&](std::ostream& s) {
         s << "updateWhitelist with " << stringify(*whitelist);
       });
  LOG_LINE(INFO) << "Updated agent whitelist: " << stringify(*whitelist);
  LOG_IF(WARNING, whitelist->empty())
      << "Whitelist is empty, no offers will be made!";
  changed(Roster::same);
}

void Actor::updateUnavailability(const SlaveID& id,
                                 const Option<Unavailability>& unavailability) {
  Agent& agent = agentOf(id, "updateUnavailability");
  std::optional<apportion::unavailability> times;
  agent.maintenance.reset();
  if (unavailability.isSome()) {
    times = timesOf(*unavailability);
    agent.maintenance.emplace().unavailability = *unavailability;
  }
  must([&] { core_->update_unavailability(agent.handle, times); },
       [&](std::ostream& s) { s << "updateUnavailability of agent " << id; });
  changed(Roster::same);
}

}  // namespace apportion_mesos
