// actor_cycle.cpp - allocation cycles and what comes of them.
#include <map>
#include <utility>

#include <glog/logging.h>

#include <stout/stopwatch.hpp>

#include "actor.hpp"
#include "amounts.hpp"
#include "fatal.hpp"
#include "log.hpp"

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
      must(
          [&] {
            constraints_.settle(*core_, *roles_);
            return core_->allocate(now(), cycle_);
          },
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

// Sorts the cycle's offers by framework, the frameworks in the order of their
// first offers: what is made for one can then be handed over, and its memory
// serve the next one.
std::vector<Framework*> Actor::pickByFramework() {
  std::vector<Framework*> offered, recipients;
  recipients.reserve(cycle_.offers.size());
  for (const apportion::offer& offer : cycle_.offers) {
    Framework* const framework = frameworks_.find(offer.framework);
    if (framework->offerCount++ == 0) offered.push_back(framework);
    recipients.push_back(framework);
  }
  std::size_t end = 0;
  for (Framework* framework : offered) {
    framework->nextPick = end;
    end += framework->offerCount;
  }
  picks_.resize(end);
  for (std::size_t i = 0; i < recipients.size(); ++i) {
    const apportion::offer& offer = cycle_.offers[i];
    picks_[recipients[i]->nextPick++] = {&offer, agents_.find(offer.agent)};
  }
  return offered;
}

void Actor::deliverOffers() {
  const std::vector<Framework*> offered = pickByFramework();
  Offers offers;
  for (Framework* framework : offered) {
    const std::size_t end = framework->nextPick;
    fill(offers, end - std::exchange(framework->offerCount, 0), end);
    offerCallback_(framework->id, offers);
    offers.clear();
  }
  if (offered.empty()) VLOG(2) << "No allocations performed";
}

// Translates picks, all of one framework.
void Actor::fill(Offers& offers, std::size_t first, std::size_t end) {
  apportion::role_id current = APPORTION_NO_ROLE;
  const std::string* role = nullptr;
  hashmap<SlaveID, Resources>* byAgent = nullptr;
  for (std::size_t i = first; i < end; ++i) {
    fetchAhead(i);
    const auto& [offer, agent] = picks_[i];
    if (offer->role != current) {
      current = offer->role;
      role = &roles_->name(current);
      byAgent = &offers[*role];
      if (byAgent->empty()) byAgent->reserve(end - i);
    }
    Resources resources = translation_->write(
        cycle_.resources_of(*offer), current, *role, agent->exceptions);
    VLOG(2) << "Offering " << resources << " on agent " << agent->id
            << " to role " << *role << " of framework "
            << frameworks_.find(offer->framework)->id;
    byAgent->emplace(agent->id, std::move(resources));
  }
}

// Picks name agents in no order that a processor foresees: asks for the memory
// of later ones, the record first and then the id that it points to.
void Actor::fetchAhead(std::size_t pick) const {
  constexpr std::size_t recordsAhead = 12, idsAhead = 8, textsAhead = 4;
  if (pick + recordsAhead >= picks_.size()) return;
  const Pick& later = picks_[pick + recordsAhead];
  __builtin_prefetch(later.agent);
  __builtin_prefetch(&cycle_.resources[later.offer->first]);
  __builtin_prefetch(&picks_[pick + idsAhead].agent->id.value());
  __builtin_prefetch(picks_[pick + textsAhead].agent->id.value().data());
}

void Actor::deliverInverseOffers() {
  std::map<Framework*, hashmap<SlaveID, UnavailableResources>> asked;
  for (const apportion::inverse_offer& offer : cycle_.inverse_offers) {
    Framework* framework = frameworks_.find(offer.framework);
    Agent& agent = *agents_.find(offer.agent);
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
    text += core_->resource_name(resource) + ":" +
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
    LOG_LINE(INFO) << "Before allocation, required quota headroom is "
              << shown(required) << " and available quota headroom is "
              << shown(available);
  } else {
    LOG_LINE(INFO) << "After allocation, " << shown(required)
              << " are required for quota headroom, " << shown(heldBack)
              << " were held back from " << cycle_.counts.held_back_agents
              << " agents to ensure sufficient quota headroom";
  }
}

}  // namespace apportion_mesos
