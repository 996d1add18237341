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

std::set<int> typesOf(const std::vector<SlaveInfo::Capability>& capabilities) {
  std::set<int> types;
  for (const auto& capability : capabilities) types.insert(capability.type());
  return types;
}

// Whether two descriptions are the same to the byte, as they are in nearly all
// updates of an agent. Mesos's comparison makes Resources of both first.
bool identical(const SlaveInfo& a, const SlaveInfo& b) {
  return a.ByteSizeLong() == b.ByteSizeLong() &&
         a.SerializePartialAsString() == b.SerializePartialAsString();
}

std::string namesOf(const std::set<int>& types) {
  std::set<std::string> names;
  for (int type : types) {
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

void Actor::addSlave(const SlaveID& id, SlaveInfo&& info,
                     const std::vector<SlaveInfo::Capability>& capabilities,
                     const Option<Unavailability>& unavailability,
                     const Resources& total,
                     const hashmap<FrameworkID, Resources>& used) {
  CHECK(core_);
  CHECK_EQ(id, info.id());

  auto agent = std::make_unique<Agent>();
  agent->id = id;
  agent->info = std::move(info);
  agent->capabilities = typesOf(capabilities);
  rows_.clear();
  translation_->read(total, rows_, &agent->exceptions);
  const Usages usages(*translation_, *roles_, used);
  const std::string region = regionOf(agent->info.domain());
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
  must(
      [&] {
        agent->handle = core_->add_agent(row);
        constraints_.evaluate(*core_, *roles_, *agent);
      },
      [&](std::ostream& s) {
        s << "addSlave of " << id << " with " << total << " (used: "
          << stringify(used) << ")";
      });

  LOG_LINE(INFO) << "Added agent " << id << " (" << agent->info.hostname()
                 << ") with " << total << " (offered or allocated: "
                 << Resources::sum(used) << ")";
  agents_.add(std::move(agent));
  const bool reserves = !total.reserved().empty();
  changed(reserves || !used.empty() ? Roster::changed : Roster::same);
}

void Actor::removeSlave(const SlaveID& id) {
  const Agent& agent = agentOf(id, "removeSlave");
  must([&] { core_->remove_agent(agent.handle); },
       [&](std::ostream& s) { s << "removeSlave of " << id; });
  constraints_.forget(agent);
  agents_.remove(agent);
  LOG_LINE(INFO) << "Removed all filters for agent " << id;
  LOG_LINE(INFO) << "Removed agent " << id;
  changed(Roster::changed);
}

void Actor::updateSlave(
    const SlaveID& id, SlaveInfo&& info, const Option<Resources>& total,
    const Option<std::vector<SlaveInfo::Capability>>& capabilities) {
  CHECK_EQ(id, info.id());
  Agent& agent = agentOf(id, "updateSlave");

  apportion::agent_update update;
  if (!identical(info, agent.info)) {
    update.attributes_changed =
        Attributes(info.attributes()) != Attributes(agent.info.attributes());
    update.info_changed = !(agent.info == info);
    agent.info = std::move(info);
  }
  const std::string region = regionOf(agent.info.domain());
  update.hostname = agent.info.hostname();
  update.region = region;
  if (capabilities.isSome()) {
    const std::set<int> types = typesOf(*capabilities);
    update.capabilities = capabilityBits(types);
    if (types != agent.capabilities) {
      // The core sees only those that matter for offers.
      update.info_changed = true;
      agent.capabilities = types;
      LOG_LINE(INFO) << "Agent " << id << " (" << agent.info.hostname()
                     << ") updated with capabilities " << namesOf(types);
    }
  }
  if (total.isSome()) {
    rows_.clear();
    agent.exceptions.clear();
    translation_->read(*total, rows_, &agent.exceptions);
    update.total = rows_;
  }
  must(
      [&] {
        if (update.info_changed) constraints_.evaluate(*core_, *roles_, agent);
        core_->update_agent(agent.handle, update);
      },
      [&](std::ostream& s) {
        s << "updateSlave of " << id;
        if (total.isSome()) s << " with " << *total;
      });

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
