// refused_calls_test.cpp - the allocator's process and values that the core cannot
// take: they end nothing, and what they belong to is left alone until it goes. It
// needs libmesos, but no master, and says what no master lets through, too.
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "expect.hpp"
#include "test_cluster.hpp"

using namespace apportion_mesos;

namespace {

// More than can be counted of one resource, in pieces that can be.
const char tooMuch[] =
    "cpus:4;huge(eng):9000000000000000;huge(ops):9000000000000000";

// A path that is nested deeper than any limit of the core.
std::string deepRole() {
  std::string role = "r";
  for (int i = 0; i < 5000; ++i) role += "/r";
  return role;
}

double refused(TestCluster& c, const std::string& what) {
  return c.metric("allocator/apportion/refused/" + what);
}

void aRefusedAgentIsIgnored() {
  TestCluster c;
  c.addFramework(frameworkInfo("f", "eng"));
  const auto f = idOf<FrameworkID>("f");
  const auto a = idOf<SlaveID>("a");
  c.addAgent("a", parse(tooMuch));
  EXPECT(refused(c, "agents") == 1);
  const auto info = agentInfo("a");
  const Resources cpus = parse("cpus:1");
  Resources allocated = cpus;
  allocated.allocate("eng");
  c->updateSlave(a, info, parse("cpus:8"), modernAgent());
  c->addResourceProvider(a, cpus, {});
  c->deactivateSlave(a);
  c->activateSlave(a);
  c->updateUnavailability(a, None());
  c->updateInverseOffer(a, f, None(), None(), None());
  c->transitionOfferedToAllocated(a, allocated);
  c->recoverResources(f, a, allocated, None(), true);
  c->updateAllocation(f, a, allocated,
                      {ResourceConversion(allocated, allocated)});
  const auto available = c->updateAvailable(a, {});
  EXPECT(!c.hasOffer("f", "a"));
  EXPECT(available.isFailed());
  c->removeSlave(a);
  c.addAgent("a", parse("cpus:4"));
  EXPECT(c.offered("f", "a").cpus() == Option<double>(4));
  EXPECT(refused(c, "agents") == 1);
}

// An agent that is known, and of which resources are offered, becomes what the
// core cannot take.
void anUpdateIsRefused() {
  TestCluster c;
  c.addFramework(frameworkInfo("f", "eng"));
  c.addAgent("a", parse("cpus:4"));
  c.addAgent("b", parse("cpus:4"));
  EXPECT(c.hasOffer("f", "a") && c.hasOffer("f", "b"));
  const auto info = agentInfo("a");
  c->updateSlave(info.id(), info, parse(tooMuch), None());
  c->addResourceProvider(idOf<SlaveID>("b"), parse(tooMuch), {});
  EXPECT(refused(c, "agents") == 2);
  c->transitionOfferedToAllocated(idOf<SlaveID>("a"), c.offered("f", "a"));
  c.decline("f", "a");
  c.decline("f", "b");
  EXPECT(!c.hasOffer("f", "a") && !c.hasOffer("f", "b"));
  c->removeSlave(idOf<SlaveID>("a"));
  c->removeSlave(idOf<SlaveID>("b"));
  c.addAgent("a", parse("cpus:2"));
  EXPECT(c.hasOffer("f", "a"));
}

void aRefusedFrameworkGetsNothing() {
  TestCluster c;
  c.addAgent("a", parse("cpus:4"));
  FrameworkInfo bad = frameworkInfo("f", deepRole());
  c.addFramework(bad);
  EXPECT(refused(c, "frameworks") == 1);
  c->suppressOffers(bad.id(), {deepRole()});
  c->reviveOffers(bad.id(), {});
  c->deactivateFramework(bad.id());
  c->activateFramework(bad.id());
  c->requestResources(bad.id(), {});
  EXPECT(!c.hasOffer("f", "a"));

  // It is taken as soon as it is good, with what it was offered it is refused
  // again, and gives that back.
  const FrameworkInfo good = frameworkInfo("f", "eng");
  c->updateFramework(good.id(), good, {});
  EXPECT(c.hasOffer("f", "a"));
  c->updateFramework(bad.id(), bad, {});
  EXPECT(refused(c, "frameworks") == 2);
  c.decline("f", "a");
  EXPECT(!c.hasOffer("f", "a"));
  c.addFramework(frameworkInfo("g", "eng"));
  EXPECT(c.offered("g", "a").cpus() == Option<double>(4));
  c->removeFramework(bad.id());
  c.addFramework(good);
  c.decline("g", "a");
  EXPECT(c.hasOffer("f", "a") || c.hasOffer("g", "a"));
}

Quota quota(double guarantee, double limit) {
  ::mesos::quota::QuotaConfig config;
  (*config.mutable_guarantees())["cpus"].set_value(guarantee);
  (*config.mutable_limits())["cpus"].set_value(limit);
  return Quota(config);
}

void oneQuotaIsRefusedAndTheOthersSet() {
  TestCluster c;
  // A guarantee above its limit, which Mesos's registry holds when it was damaged.
  c->recover(0, {{"bad", quota(2, 1)}, {"eng", quota(0, 3)}});
  EXPECT(refused(c, "quotas") == 1);
  c->updateQuota("eng/nested", quota(1, 1));
  EXPECT(refused(c, "quotas") == 2);
  c.addAgent("a", parse("cpus:4"));
  c.addFramework(frameworkInfo("f", "eng"));
  EXPECT(c.offered("f", "a").cpus() == Option<double>(3));
  c->updateQuota("bad", quota(0, 1));
  c.addFramework(frameworkInfo("g", "bad"));
  EXPECT(c.offered("g", "a").cpus() == Option<double>(1));
}

void oneWeightIsRefusedAndTheOthersSet() {
  TestCluster c;
  std::vector<WeightInfo> weights;
  for (double weight : {double(NAN), double(INFINITY), -1.0, 0.0, 2.0}) {
    WeightInfo& info = weights.emplace_back();
    info.set_role("role-" + std::to_string(weights.size()));
    info.set_weight(weight);
  }
  weights.emplace_back().set_role(deepRole());
  weights.back().set_weight(1);
  c->updateWeights(weights);
  EXPECT(refused(c, "weights") == 5);
}

// Mesos takes ranges that overlap for the numbers that they have together.
void rangesMayOverlap() {
  TestCluster c;
  Resource ports = *parse("ports:[10-20]").begin();
  auto* range = ports.mutable_ranges()->add_range();
  range->set_begin(5);
  range->set_end(15);
  const auto info = agentInfo("a");
  Resources total = parse("cpus:4");
  total += ports;
  c->addSlave(info.id(), info, modernAgent(), None(), total, {});
  c.addFramework(frameworkInfo("f", "eng"));
  Resources expected = parse("cpus:4;ports:[5-20]");
  expected.allocate("eng");
  EXPECT(c.offered("f", "a") == expected);
  c->transitionOfferedToAllocated(info.id(), [&] {
    total.allocate("eng");
    return total;
  }());
  c.offered("f", "a") = Resources();
  c->recoverResources(idOf<FrameworkID>("f"), info.id(), total, None(), true);
  EXPECT(c.offered("f", "a") == expected);
}

// As in Mesos, such a filter lasts until the next allocation is past.
void noNumberOfSecondsIsAFilter() {
  TestCluster c;
  c.addAgent("a", parse("cpus:4"));
  c.addFramework(frameworkInfo("f", "eng"));
  Filters filters;
  filters.set_refuse_seconds(NAN);
  c.decline("f", "a", filters);
  EXPECT(!c.hasOffer("f", "a"));
  EXPECT(c.hasOffer("f", "a"));
}

// Of timers that are due together Mesos runs the one first that was set first. When the
// filter for b ends, half a second before that for a, the core's timer is set anew. The
// filter for c, of one interval, was set after the timer of the next allocation.
void filtersEndWithAnAllocation() {
  std::map<std::string, Resources> offered;
  TestCluster c({}, [&](auto&, auto& agent, auto& r) { offered[agent] = r; });
  c.addAgent("a", parse("cpus:4"));
  c.addAgent("b", parse("cpus:4"));
  c.addAgent("c", parse("cpus:4"));
  c.addFramework(frameworkInfo("f", "eng"));
  const auto refuse = [&](const std::string& agent, double seconds) {
    Filters filters;
    filters.set_refuse_seconds(seconds);
    c->recoverResources(idOf<FrameworkID>("f"), idOf<SlaveID>(agent),
                        std::exchange(offered[agent], {}), filters, false);
  };
  refuse("a", 3);
  refuse("b", 2.5);
  refuse("c", 1);
  for (int halfSeconds = 1; halfSeconds <= 6; halfSeconds++) {
    process::Clock::settle();
    process::Clock::advance(Milliseconds(500));
    process::Clock::settle();
    EXPECT(offered["a"].empty() == (halfSeconds < 6));
    EXPECT(offered["c"].empty() == (halfSeconds < 4));
  }
}

void anyOptionsWillDo() {
  Options options;
  options.agentRecoveryFactor = 1.5;
  options.recoveryTimeout = Duration::max();
  TestCluster c(options);
  c->recover(2, {{"eng", quota(0, 3)}});
  c.addFramework(frameworkInfo("f", "eng"));
  c.addAgent("a", parse("cpus:4"));
  c.addAgent("b", parse("cpus:4"));
  EXPECT(!c.hasOffer("f", "a") && !c.hasOffer("f", "b"));
  c.addAgent("c", parse("cpus:4"));
  EXPECT(c.hasOffer("f", "a") || c.hasOffer("f", "b") || c.hasOffer("f", "c"));
}

SlaveInfo agentIn(const std::string& region, const std::string& id) {
  SlaveInfo info = agentInfo(id);
  auto* domain = info.mutable_domain()->mutable_fault_domain();
  domain->mutable_region()->set_name(region);
  domain->mutable_zone()->set_name("");
  return info;
}

void aRegionMayHaveNoName() {
  for (const std::string masters : {"", "here"}) {
    Options options;
    options.domain = agentIn(masters, "master").domain();
    TestCluster c(options);
    for (const std::string region : {"", "here", "there"}) {
      const auto info = agentIn(region, region == "" ? "nameless" : region);
      c->addSlave(info.id(), info, modernAgent(), None(), parse("cpus:4"), {});
    }
    c.addFramework(frameworkInfo("f", "eng"));
    EXPECT(c.hasOffer("f", "nameless") == (masters == ""));
    EXPECT(c.hasOffer("f", "here") == (masters == "here"));
    EXPECT(!c.hasOffer("f", "there"));
    EXPECT(refused(c, "agents") == 0);
  }
}

// It counts for nothing but that it is never there.
void nobodyHasWhatHasNoName() {
  Options options;
  options.minAllocatableResources = std::vector<::mesos::ResourceQuantities>{
      ::mesos::ResourceQuantities::fromString(" :1").get(),
      ::mesos::ResourceQuantities::fromString("cpus:2").get()};
  TestCluster c(options);
  ::mesos::quota::QuotaConfig config;
  (*config.mutable_guarantees())[""].set_value(1);
  (*config.mutable_limits())[""].set_value(1);
  c->updateQuota("eng", Quota(config));
  FrameworkInfo never = frameworkInfo("never", "eng");
  (*(*never.mutable_offer_filters())["eng"]
        .mutable_min_allocatable_resources()
        ->add_quantities()
        ->mutable_quantities())[""]
      .set_value(1);
  c.addFramework(never);
  c.addAgent("small", parse("cpus:1"));
  c.addAgent("large", parse("cpus:2"));
  EXPECT(!c.hasOffer("never", "large"));
  c.addFramework(frameworkInfo("f", "eng"));
  c.addFramework(frameworkInfo("g", "ops"));
  EXPECT(c.hasOffer("f", "large") || c.hasOffer("g", "large"));
  EXPECT(!c.hasOffer("f", "small") && !c.hasOffer("g", "small"));
  EXPECT(refused(c, "quotas") == 0 && refused(c, "frameworks") == 0);
}

// What is not free cannot be converted, and the reason is Mesos's own, to the letter
// where Mesos would have the resources in the same order.
void whatIsNotFreeIsSaidAsMesosSaysIt() {
  TestCluster c;
  c.addAgent("a", parse("disk(eng):4"));
  const auto failure = [&](const Offer::Operation& operation) {
    const auto done = c->updateAvailable(idOf<SlaveID>("a"), {operation});
    c.settle();
    return done.isFailed() ? done.failure() : "";
  };
  const auto disk = [](double size, bool reserved, bool isVolume) {
    Resource r = *parse("disk:" + std::to_string(size)).begin();
    auto* reservation = r.add_reservations();
    reservation->set_role("eng");
    reservation->set_type(Resource::ReservationInfo::STATIC);
    if (reserved) {
      reservation = r.add_reservations();
      reservation->set_role("eng/web");
      reservation->set_type(Resource::ReservationInfo::DYNAMIC);
    }
    if (isVolume) r.mutable_disk()->mutable_persistence()->set_id("v");
    return r;
  };
  const std::string of = " does not contain ";

  Offer::Operation reserve, unreserve, create, grow;
  reserve.set_type(Offer::Operation::RESERVE);
  *reserve.mutable_reserve()->add_resources() = disk(5, true, false);
  EXPECT(failure(reserve) == stringify(Resources(disk(4, false, false))) + of +
                                 stringify(Resources(disk(5, false, false))));

  *reserve.mutable_reserve()->mutable_resources(0) = disk(4, true, false);
  EXPECT(failure(reserve) == "");
  create.set_type(Offer::Operation::CREATE);
  *create.mutable_create()->add_volumes() = disk(4, true, true);
  EXPECT(failure(create) == "");
  const std::string volume = stringify(Resources(disk(4, true, true)));

  unreserve.set_type(Offer::Operation::UNRESERVE);
  *unreserve.mutable_unreserve()->add_resources() = disk(4, true, false);
  EXPECT(failure(unreserve) ==
         volume + of + stringify(Resources(disk(4, true, false))));
  grow.set_type(Offer::Operation::GROW_VOLUME);
  *grow.mutable_grow_volume()->mutable_volume() = disk(4, true, true);
  *grow.mutable_grow_volume()->mutable_addition() = disk(1, true, false);
  EXPECT(failure(grow) ==
         volume + of +
             stringify(Resources(disk(4, true, true)) + disk(1, true, false)));
}

}  // namespace

int main() {
  aRefusedAgentIsIgnored();
  anUpdateIsRefused();
  aRefusedFrameworkGetsNothing();
  oneQuotaIsRefusedAndTheOthersSet();
  oneWeightIsRefusedAndTheOthersSet();
  rangesMayOverlap();
  noNumberOfSecondsIsAFilter();
  filtersEndWithAnAllocation();
  anyOptionsWillDo();
  aRegionMayHaveNoName();
  nobodyHasWhatHasNoName();
  whatIsNotFreeIsSaidAsMesosSaysIt();
  return summary("refused_calls_test");
}
