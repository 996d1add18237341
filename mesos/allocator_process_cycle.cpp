// allocator_process_cycle.cpp - runs an allocation cycle and hands its offers
// and inverse offers to the master.
#include <map>
#include <utility>

#include <stout/stopwatch.hpp>

#include "abort_master.hpp"
#include "allocator_process.hpp"
#include "fixed_point.hpp"
#include "log.hpp"

namespace apportion_mesos {

void AllocatorProcess::allocate() {
  allocationDispatched_ = false;
  metrics_.allocationRunLatency.stop();
  Stopwatch stopwatch;
  stopwatch.start();
  metrics_.allocationRun.start();
  const bool ran = callOrAbortMaster(
      [&] {
        offerConstraints_.evaluateDirtyAgents(*core_, *roleNames_);
        return core_->allocate(cycleNanos(), cycle_);
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

  if (periodicCycleDispatched_) schedulePeriodicAllocation();
  periodicCycleDispatched_ = false;
  finishCall(settings_.lending.empty() ? GaugeSet::unchanged
                                       : GaugeSet::mayChange);
  scheduleCoreDeadline();
}

void AllocatorProcess::deliver() {
  if (cycle_.counts.headroom > 0) {
    core_->read_headroom(headroom_);
    logHeadroom(true);
  } else {
    headroom_.clear();
  }
  deliverOffers();
  if (cycle_.counts.headroom > 0) logHeadroom(false);
  deliverInverseOffers();
  logRecalls();
}

// Groups the cycle's offers by framework, the frameworks in the order of their
// first offers, and returns these frameworks. The offers of one framework can
// then be translated and handed over before those of the next one.
std::vector<Framework*> AllocatorProcess::groupOffersByFramework() {
  std::vector<Framework*> offered, recipients;
  recipients.reserve(cycle_.offers.size());
  for (const apportion::offer& offer : cycle_.offers) {
    Framework* const framework = frameworks_.find(offer.framework);
    if (framework->offerCount++ == 0) offered.push_back(framework);
    recipients.push_back(framework);
  }
  std::size_t end = 0;
  for (Framework* framework : offered) {
    framework->nextOffer = end;
    end += framework->offerCount;
  }
  offersByFramework_.resize(end);
  for (std::size_t i = 0; i < recipients.size(); ++i) {
    const apportion::offer& offer = cycle_.offers[i];
    offersByFramework_[recipients[i]->nextOffer++] = {
        &offer, agents_.find(offer.agent)};
  }
  return offered;
}

void AllocatorProcess::deliverOffers() {
  const std::vector<Framework*> offered = groupOffersByFramework();
  Offers offers;
  for (Framework* framework : offered) {
    const std::size_t end = framework->nextOffer;
    translateOffers(offers, end - std::exchange(framework->offerCount, 0), end);
    offerCallback_(framework->id, offers);
    offers.clear();
  }
  if (offered.empty()) VLOG(2) << "No allocations performed";
}

// Translates a range of offersByFramework_, all of one framework.
void AllocatorProcess::translateOffers(Offers& offers, std::size_t first,
                                       std::size_t end) {
  apportion::role_id current = apportion::no_role;
  const std::string* role = nullptr;
  hashmap<SlaveID, Resources>* byAgent = nullptr;
  for (std::size_t i = first; i < end; ++i) {
    prefetchOffers(i);
    const auto& [offer, agent] = offersByFramework_[i];
    if (offer->role != current) {
      current = offer->role;
      role = &roleNames_->name(current);
      byAgent = &offers[*role];
      if (byAgent->empty()) byAgent->reserve(end - i);
    }
    Resources resources = translation_->toResources(
        cycle_.resources_of(*offer), current, *role, agent->templateOverrides);
    VLOG(2) << "Offering " << resources << " on agent " << agent->id
            << " to role " << *role << " of framework "
            << frameworks_.find(offer->framework)->id;
    byAgent->emplace(agent->id, std::move(resources));
  }
}

// Offers come in an order of agents that the processor cannot foresee: the
// memory of later ones is requested here, an Agent first and then its id.
void AllocatorProcess::prefetchOffers(std::size_t index) const {
  constexpr std::size_t agentsAhead = 12, idsAhead = 8, textsAhead = 4;
  if (index + agentsAhead >= offersByFramework_.size()) return;
  const CycleOffer& later = offersByFramework_[index + agentsAhead];
  __builtin_prefetch(later.agent);
  __builtin_prefetch(&cycle_.resources[later.offer->first]);
  __builtin_prefetch(&offersByFramework_[index + idsAhead].agent->id.value());
  __builtin_prefetch(
      offersByFramework_[index + textsAhead].agent->id.value().data());
}

void AllocatorProcess::deliverInverseOffers() {
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

void AllocatorProcess::logHeadroom(bool before) {
  std::string required, available, heldBack;
  const auto append = [this](std::string& text, apportion::name_id resource,
                             std::int64_t amount) {
    if (amount == 0) return;
    if (!text.empty()) text += "; ";
    text += core_->resource_name(resource) + ":" + stringify(toDouble(amount));
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
