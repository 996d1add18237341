// history.hpp - a cluster to which what masters are told happens, step by step.
#ifndef APPORTION_MESOS_FUZZ_HISTORY_HPP
#define APPORTION_MESOS_FUZZ_HISTORY_HPP

#include <cstdint>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../resource_conversions.hpp"
#include "../tests/test_cluster.hpp"
#include "messages.hpp"
#include "resources.hpp"

namespace apportion_mesos {

struct Holding {
  std::string framework, agent;
  Resources resources;  // allocated to one role
  bool isAllocated;
};

class History {
 public:
  History()
      : cluster_(options(),
                 [this](auto& framework, auto& agent, auto& resources) {
                   take(framework, agent, resources);
                 }) {}

  // Offers come in while all calls are served, so that nothing happens meanwhile.
  void step(std::uint64_t what, Random& random) {
    process::Clock::settle();
    switch (what % 16) {
      case 0: return readBack(random);
      case 1: return sameKind(random);
      case 2: return addAgent(random);
      case 3: return updateAgent(random);
      case 4: return removeAgent(random);
      case 5: return addFramework(random);
      case 6: return updateFramework(random);
      case 7: return removeFramework(random);
      case 8: return steer(random);
      case 9: return policy(random);
      case 10: return maintenance(random);
      case 11: case 12: return answer(random);
      case 13: return convert(random);
      case 14: return convertAvailable(random);
      default: return cluster_.settle();
    }
  }

  // Gives everything back; a framework that wants all of it is offered it.
  void end() {
    while (!frameworks_.empty()) dropFramework(frameworks_.begin()->first);
    cluster_->updateWhitelist(None());
    for (const char* role : {"eng", "ops"}) {
      cluster_->updateQuota(role, Quota());
    }
    for (const auto& [id, total] : agents_) {
      cluster_->activateSlave(idOf<SlaveID>(id));
      cluster_->updateSlave(idOf<SlaveID>(id), agentInfo(id), None(),
                            modernAgent());
    }
    Random random(1);
    const auto info = aFrameworkInfo(random, "all", true);
    frameworks_["all"] = info;
    cluster_->addFramework(info.id(), info, {}, true, {});
    cluster_.settle();
    cluster_.settle();
    for (const auto& [id, total] : agents_) {
      if (held(id).nonShared() != total.nonShared()) {
        std::cerr << id << " has " << total << ", offered are " << held(id)
                  << std::endl;
      }
      CHECK_THAT(held(id).nonShared() == total.nonShared());
      for (const Resource& r : held(id).shared()) CHECK_THAT(total.contains(r));
    }
    dropFramework("all");
  }

 private:
  static Options options() {
    Options options;
    Random random(1);
    options.domain = DomainInfo();  // or agents may have none either
    setDomain(random, &*options.domain);
    return options;
  }

  void take(const std::string& framework, const std::string& agent,
            const Resources& resources) {
    CHECK_THAT(frameworks_.count(framework) == 1 && agents_.count(agent) == 1);
    Resources offered = resources;
    offered.unallocate();
    const Resources free =
        agents_[agent].nonShared() - held(agent).nonShared();
    CHECK_THAT(free.contains(offered.nonShared()));
    holdings_.push_back({framework, agent, resources, false});
  }

  // What is held of an agent.
  Resources held(const std::string& agent) const {
    Resources sum;
    for (const Holding& h : holdings_) {
      if (h.agent != agent) continue;
      Resources resources = h.resources;
      resources.unallocate();
      sum += resources;
    }
    return sum;
  }

  template <class Map>
  static std::string one(const Map& map, Random& random) {
    auto at = map.begin();
    std::advance(at, random.below(map.size()));
    return at->first;
  }

  void addAgent(Random& random) {
    const std::string id = "agent-" + std::to_string(random.below(4));
    if (agents_.count(id) == 1) return;
    const Resources total = someResources(random, 8, 1);
    agents_[id] = total;
    Option<Unavailability> unavailability;
    if (random.once(4)) unavailability = anUnavailability(random);
    plan(id, unavailability);
    cluster_->addSlave(idOf<SlaveID>(id), anAgentInfo(random, id),
                       agentCapabilities(random), unavailability, total, {});
  }

  // No master answers for an agent of which no maintenance is planned.
  void plan(const std::string& agent,
            const Option<Unavailability>& unavailability) {
    planned_.erase(agent);
    if (unavailability.isSome()) planned_.insert(agent);
  }

  void updateAgent(Random& random) {
    if (agents_.empty()) return;
    const std::string id = one(agents_, random);
    Option<Resources> total;
    if (random.once(2)) {
      agents_[id] += someResources(random, 2, 1).nonShared().scalars();
      total = agents_[id];
    }
    Option<std::vector<SlaveInfo::Capability>> capabilities;
    if (random.once(2)) capabilities = agentCapabilities(random);
    cluster_->updateSlave(idOf<SlaveID>(id), anAgentInfo(random, id), total,
                          capabilities);
  }

  void removeAgent(Random& random) {
    if (agents_.empty() || !random.once(2)) return;
    const std::string id = one(agents_, random);
    for (std::size_t i = holdings_.size(); i-- > 0;) {
      if (holdings_[i].agent == id) giveBack(i, None());
    }
    cluster_->removeSlave(idOf<SlaveID>(id));
    process::Clock::settle();
    agents_.erase(id);
  }

  void addFramework(Random& random) {
    const std::string id = "framework-" + std::to_string(random.below(4));
    if (frameworks_.count(id) == 1) return;
    const auto info = aFrameworkInfo(random, id, false);
    frameworks_[id] = info;
    cluster_->addFramework(info.id(), info, {}, !random.once(4), {});
  }

  void updateFramework(Random& random) {
    if (frameworks_.empty()) return;
    const std::string id = one(frameworks_, random);
    frameworks_[id] = aFrameworkInfo(random, id, false);
    FrameworkOptions options;
    const auto& subscribed = frameworks_[id].roles();
    if (!subscribed.empty() && random.once(2)) {
      options.suppressedRoles = {subscribed[0]};
    }
    cluster_->updateFramework(idOf<FrameworkID>(id), frameworks_[id],
                              std::move(options));
  }

  void removeFramework(Random& random) {
    if (!frameworks_.empty() && random.once(2)) {
      dropFramework(one(frameworks_, random));
    }
  }

  // As a master does it: what it held comes back first.
  void dropFramework(const std::string& id) {
    cluster_->deactivateFramework(idOf<FrameworkID>(id));
    process::Clock::settle();
    for (std::size_t i = holdings_.size(); i-- > 0;) {
      if (holdings_[i].framework == id) giveBack(i, None());
    }
    cluster_->removeFramework(idOf<FrameworkID>(id));
    process::Clock::settle();
    frameworks_.erase(id);
  }

  // What frameworks and operators say that has no resources.
  void steer(Random& random) {
    if (frameworks_.empty() || agents_.empty()) return;
    const std::string id = one(frameworks_, random);
    const auto framework = idOf<FrameworkID>(id);
    const auto agent = idOf<SlaveID>(one(agents_, random));
    std::set<std::string> some(frameworks_[id].roles().begin(),
                               frameworks_[id].roles().end());
    if (!some.empty() && random.once(2)) some.erase(some.begin());
    switch (random.below(8)) {
      case 0: return cluster_->suppressOffers(framework, some);
      case 1: return cluster_->reviveOffers(framework, {});
      case 2: return cluster_->reviveOffers(framework, some);
      case 3: return cluster_->activateFramework(framework);
      case 4: return cluster_->deactivateFramework(framework);
      case 5: return cluster_->deactivateSlave(agent);
      case 6: return cluster_->activateSlave(agent);
      default: cluster_->updateWhitelist(hashset<std::string>({"host-1"}));
    }
  }

  void policy(Random& random) {
    if (random.once(2)) {
      const char* role = random.once(2) ? "eng" : "ops";  // none is nested
      return cluster_->updateQuota(role, aQuota(random));
    }
    std::vector<WeightInfo> weights(1 + random.below(2));
    for (auto& weight : weights) {
      weight.set_role(random.pick(roles));
      weight.set_weight(anAmount(random));
    }
    cluster_->updateWeights(weights);
  }

  void maintenance(Random& random) {
    if (frameworks_.empty() || agents_.empty()) return;
    const auto agent = idOf<SlaveID>(one(agents_, random));
    if (random.once(2) || planned_.count(agent.value()) == 0) {
      Option<Unavailability> unavailability;
      if (!random.once(4)) unavailability = anUnavailability(random);
      plan(agent.value(), unavailability);
      return cluster_->updateUnavailability(agent, unavailability);
    }
    const auto framework = idOf<FrameworkID>(one(frameworks_, random));
    InverseOfferStatus status;
    status.set_status(random.once(2) ? InverseOfferStatus::ACCEPT
                                     : InverseOfferStatus::DECLINE);
    *status.mutable_framework_id() = framework;
    status.mutable_timestamp()->set_nanoseconds(random.below(1000));
    cluster_->updateInverseOffer(agent, framework, None(), status,
                                 someFilters(random));
    cluster_->getInverseOfferStatuses();
  }

  void giveBack(std::size_t i, const Option<Filters>& filters) {
    const Holding h = holdings_[i];
    holdings_.erase(holdings_.begin() + i);
    cluster_->recoverResources(idOf<FrameworkID>(h.framework),
                               idOf<SlaveID>(h.agent), h.resources, filters,
                               h.isAllocated);
  }

  // Declines, or launches, what was offered, or ends what was launched.
  void answer(Random& random) {
    for (std::size_t i = holdings_.size(); i-- > 0;) {
      if (random.once(2)) {
        giveBack(i, someFilters(random));
      } else if (!holdings_[i].isAllocated) {
        holdings_[i].isAllocated = true;
        cluster_->transitionOfferedToAllocated(
            idOf<SlaveID>(holdings_[i].agent), holdings_[i].resources);
      }
    }
  }

  // An operation on what a framework was offered.
  void convert(Random& random) {
    if (holdings_.empty()) return;
    Holding& h = holdings_[random.below(holdings_.size())];
    std::vector<Resource> list(h.resources.begin(), h.resources.end());
    const Resource& r = list[random.below(list.size())];
    const auto op = anOperation(random, r, r.allocation_info().role());
    if (op.isNone() || h.isAllocated) return;
    const auto conversions = resourceConversionsOf(*op);
    if (op->type() == Offer::Operation::LAUNCH) {
      CHECK_THAT(conversions.isError());
      return;
    }
    CHECK_THAT(conversions.isSome());
    const Try<Resources> expected = h.resources.apply(*op);
    const Try<Resources> result = applied(h.resources, *conversions);
    CHECK_THAT(expected.isError() == result.isError());
    if (result.isError()) return;
    CHECK_THAT(*expected == *result);
    Resources before = h.resources, after = *result;
    before.unallocate();
    after.unallocate();
    if (before.shared() != after.shared()) return;  // others may hold copies
    cluster_->updateAllocation(idOf<FrameworkID>(h.framework),
                               idOf<SlaveID>(h.agent), h.resources,
                               *conversions);
    agents_[h.agent] -= before;
    agents_[h.agent] += after;
    h.resources = *result;
  }

  static Try<Resources> applied(
      Resources resources, const std::vector<ResourceConversion>& conversions) {
    for (const auto& conversion : conversions) {
      const Try<Resources> next = resources.apply(conversion);
      if (next.isError()) return next;
      resources = *next;
    }
    return resources;
  }

  // An operation of an operator on what is free. It is done, or refused.
  void convertAvailable(Random& random) {
    if (agents_.empty()) return;
    const std::string id = one(agents_, random);
    const Resources free = agents_[id].nonShared() - held(id).nonShared();
    if (free.empty()) return;
    std::vector<Resource> list(free.begin(), free.end());
    const auto op = anOperation(random, list[random.below(list.size())],
                                random.pick(roles));
    if (op.isNone() || op->type() == Offer::Operation::LAUNCH) return;
    const Try<Resources> expected = agents_[id].apply(*op);
    if (expected.isError() || expected->shared() != agents_[id].shared()) return;
    const auto done = cluster_->updateAvailable(idOf<SlaveID>(id), {*op});
    process::Clock::settle();
    CHECK_THAT(done.isReady());
    agents_[id] = *expected;
  }

  std::map<std::string, Resources> agents_;  // their totals
  std::map<std::string, FrameworkInfo> frameworks_;
  std::set<std::string> planned_;  // agents with maintenance
  std::vector<Holding> holdings_;
  TestCluster cluster_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FUZZ_HISTORY_HPP
