// actor_cycle.cpp - allocation cycles and what comes of them.
#include <map>
#include <utility>

#include <glog/logging.h>

#include <stout/stopwatch.hpp>

#include "actor.hpp"
#include "amounts.hpp"
#include "fatal.hpp"

namespace apportion_mesos {

using ::mesos::Resources;
using ::mesos::SlaveID;
using ::mesos::UnavailableResources;

void Actor::allocate() {
  allocationDispatched_ = false;
  metrics_.allocationRunLatency.stop();
  Stopwatch stopwatch;
  stopwatch.start();
  metrics_.allocationRun.start();
  const bool ran =
      must([&] { return core_->allocate(now(), cycle_); },
           [](std::ostream& s) { s << "an allocation cycle"; });
  if (ran) {
    ++metrics_.allocationRuns;
    deliver();
    metrics_.allocationRun.stop();
    VLOG(1) << "Performed allocation for " << cycle_.counts.candidates
            << " agents in " << stopwatch.elapsed();
  } else {
    VLOG(2) << "Skipped allocation because the allocator is paused";
  }

  if (tickDispatched_) armTick();
  tickDispatched_ = false;
  changed(Roster::same);
  armDeadline();
}

void Actor::deliver() {
  if (cycle_.counts.headroom > 0) {
    core_->read_headroom(headroom_);
    logHeadroom(true);
  }
  deliverOffers();
  if (cycle_.counts.headroom > 0) logHeadroom(false);
  deliverInverseOffers();
}

void Actor::deliverOffers() {
  std::vector<Framework*> offered, recipients;
  recipients.reserve(cycle_.offers.size());
  for (const apportion::offer& offer : cycle_.offers) {
    Framework* framework = frameworksByHandle_.at(offer.framework);
    if (framework->offerCount++ == 0) offered.push_back(framework);
    recipients.push_back(framework);
  }
  for (std::size_t i = 0; i < cycle_.offers.size(); ++i) {
    const apportion::offer& offer = cycle_.offers[i];
    Framework& framework = *recipients[i];
    const Agent& agent = *agentsByHandle_.at(offer.agent);
    const std::string& role = roles_->name(offer.role);
    auto& byAgent = framework.offers[role];
    if (byAgent.empty()) byAgent.reserve(framework.offerCount);
    Resources resources = translation_->write(
        cycle_.resources_of(offer), offer.role, role, agent.exceptions);
    VLOG(2) << "Offering " << resources << " on agent " << agent.id
            << " to role " << role << " of framework " << framework.id;
    byAgent.emplace(agent.id, std::move(resources));
  }
  for (Framework* framework : offered) {
    offerCallback_(framework->id, framework->offers);
    framework->offers.clear();
    framework->offerCount = 0;
  }
  if (offered.empty()) VLOG(2) << "No allocations performed";
}

void Actor::deliverInverseOffers() {
  std::map<Framework*, hashmap<SlaveID, UnavailableResources>> asked;
  for (const apportion::inverse_offer& offer : cycle_.inverse_offers) {
    Framework* framework = frameworksByHandle_.at(offer.framework);
    Agent& agent = *agentsByHandle_.at(offer.agent);
    agent.maintenance->outstanding.insert(framework->id);
    asked[framework][agent.id] =
        UnavailableResources{Resources(), agent.maintenance->unavailability};
  }
  for (const auto& [framework, agents] : asked) {
    inverseOfferCallback_(framework->id, agents);
  }
  if (asked.empty()) VLOG(2) << "No inverse offers to send out!";
}

void Actor::logHeadroom(bool before) {
  std::string required, available, heldBack;
  const auto append = [this](std::string& text, std::uint32_t resource,
                             std::int64_t amount) {
    if (amount == 0) return;
    if (!text.empty()) text += "; ";
    text += snapshot_.resourceName(resource) + ":" +
            stringify(decimal(amount));
  };
  for (const apportion::headroom& row : headroom_) {
    append(required, row.resource,
           before ? row.required_before : row.required_after);
    append(available, row.resource, row.available_before);
    append(heldBack, row.resource, row.held_back);
  }
  const auto shown = [](const std::string& text) {
    return text.empty() ? "{}" : text;
  };
  if (before) {
    LOG(INFO) << "Before allocation, required quota headroom is "
              << shown(required) << " and available quota headroom is "
              << shown(available);
  } else {
    LOG(INFO) << "After allocation, " << shown(required)
              << " are required for quota headroom, " << shown(heldBack)
              << " were held back from " << cycle_.counts.held_back_agents
              << " agents to ensure sufficient quota headroom";
  }
}

}  // namespace apportion_mesos
