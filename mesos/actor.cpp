#include "actor.hpp"

#include <time.h>

#include <algorithm>
#include <random>

#include <glog/logging.h>

#include <process/clock.hpp>
#include <process/delay.hpp>
#include <process/dispatch.hpp>
#include <process/event.hpp>
#include <process/id.hpp>

#include <stout/strings.hpp>

#include "amounts.hpp"
#include "fatal.hpp"
#include "log.hpp"
#include "quantities.hpp"

namespace apportion_mesos {

using ::mesos::FrameworkID;
using ::mesos::Quota;
using ::mesos::SlaveID;

namespace {

using SteadyClock = std::chrono::steady_clock;

// Reconciling the set of gauges takes at most this share of the actor's time,
// unless it takes next to none.
constexpr int reconciliationShare = 20;
constexpr auto negligible = std::chrono::microseconds(200);

// What this thread has worked, which leaves out what others on the machine did.
std::chrono::nanoseconds worked() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::nanoseconds(time.tv_nsec);
}

// The built-in allocator's, which the paths of its endpoints begin with: the
// first instance has no number.
std::string processId() {
  return strings::remove(process::ID::generate("allocator"), "(1)",
                         strings::SUFFIX);
}

std::uint64_t drawSeed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

apportion::options coreOptions(const Settings& settings,
                               const ::mesos::allocator::Options& options) {
  apportion::options o;
  o.seed = settings.seed ? *settings.seed : drawSeed();
  o.role_sorter = settings.roleSorter;
  o.framework_sorter = settings.frameworkSorter;
  o.agent_order = settings.agentOrder;
  if (!options.filterGpuResources) o.flags |= APPORTION_OFFER_GPUS_TO_ALL;
  if (settings.nestedQuota) o.flags |= APPORTION_NESTED_QUOTA;
  o.gc_percent = settings.gcPercent;
  o.memory_limit_bytes = settings.memoryLimitBytes;
  // 0 would stand for the defaults; the least above it comes to the same.
  o.recovery_timeout_nanos =
      std::max<std::int64_t>(options.recoveryTimeout.ns(), 1);
  o.agent_recovery_factor = std::max(options.agentRecoveryFactor, 1e-12);
  return o;
}

}  // namespace

Actor::Actor(const Settings& settings)
    : ProcessBase(processId()),
      settings_(settings),
      readings_(std::make_shared<Readings>(
          [pid = self()] { return process::dispatch(pid, &Actor::gather); })),
      metrics_(
          self(), readings_, roles_,
          [this] {
            return static_cast<double>(eventCount<process::DispatchEvent>());
          },
          settings.roleSorter == APPORTION_SORTER_DRF) {}

void Actor::initialize(const ::mesos::allocator::Options& options,
                       const OfferCallback& offerCallback,
                       const InverseOfferCallback& inverseOfferCallback) {
  options_ = options;
  offerCallback_ = offerCallback;
  inverseOfferCallback_ = inverseOfferCallback;
  completed_.emplace(options.maxCompletedFrameworks);

  apportion::options o = coreOptions(settings_, options);
  o.start_nanos = now();
  std::string region;
  if (options.domain.isSome()) region = regionOf(*options.domain);
  o.region = region;
  std::vector<apportion_str> excluded;
  if (options.fairnessExcludeResourceNames.isSome()) {
    for (const std::string& name : *options.fairnessExcludeResourceNames) {
      excluded.push_back({name.data(), name.size()});
    }
  }
  o.fairness_exclude = excluded;
  QuantityLists minima;
  if (options.minAllocatableResources.isSome()) {
    for (const auto& list : *options.minAllocatableResources) minima.add(list);
  }
  o.min_allocatable = minima.view();

  must([&] { core_.emplace(o); },
       [](std::ostream& s) { s << "initialize"; });
  roles_.emplace(*core_);
  translation_.emplace(*core_);
  addRoutes();

  VLOG(1) << "Initialized Apportion's allocator, seed " << o.seed;
  armTick();
}

void Actor::recover(int expectedAgentCount,
                    const hashmap<std::string, Quota>& quotas) {
  CHECK(core_);
  CHECK_GE(expectedAgentCount, 0);

  std::deque<std::vector<apportion::quantity>> memory;
  std::vector<apportion::role_quota> rows;
  for (const auto& [role, quota] : quotas) {
    const auto& guarantees =
        memory.emplace_back(readQuantities(quota.guarantees));
    const auto& limits = memory.emplace_back(readQuantities(quota.limits));
    rows.push_back(
        apportion::make_role_quota(roles_->of(role), guarantees, limits));
  }
  must([&] { core_->recover(now(), expectedAgentCount, rows); },
       [&](std::ostream& s) {
         s << "recover of " << expectedAgentCount << " agents and "
           << quotas.size() << " quotas";
       });
  for (const auto& [role, quota] : quotas) metrics_.updateQuota(role, quota);

  const int awaited =
      static_cast<int>(expectedAgentCount * options_.agentRecoveryFactor);
  if (quotas.empty()) {
    VLOG(1) << "Skipping recovery of the allocator: nothing to recover";
  } else if (awaited == 0) {
    VLOG(1) << "Skipping recovery of the allocator: no reconnecting agents to"
            << " wait for";
  } else {
    LOG_LINE(INFO) << "Triggered allocator recovery: waiting for " << awaited
              << " agents to reconnect or " << options_.recoveryTimeout
              << " to pass";
  }
  armDeadline();
  changed(Roster::changed);
}

void Actor::pause() {
  if (core_->paused()) return;
  core_->pause();
  VLOG(1) << "Allocation paused";
  changed(Roster::same);
}

void Actor::resume() {
  if (!core_->paused()) return;
  core_->resume();
  VLOG(1) << "Allocation resumed";
  changed(Roster::same);
}

// With a null process, a paused clock gives its own time and not the one that
// this process has seen last.
std::int64_t Actor::now() const {
  return process::Clock::now(nullptr).duration().ns();
}

Agent& Actor::agentOf(const SlaveID& id, const char* call) {
  Agent* const agent = agents_.find(id.value());
  if (agent == nullptr) {
    LOG(FATAL) << "Allocator and master disagree in " << call << ": agent "
               << id << " is not known";
  }
  return *agent;
}

Framework& Actor::frameworkOf(const FrameworkID& id, const char* call) {
  Framework* const framework = frameworks_.find(id.value());
  if (framework == nullptr) {
    LOG(FATAL) << "Allocator and master disagree in " << call << ": framework "
               << id << " is not known";
  }
  return *framework;
}

std::vector<apportion::role_id> Actor::numbersOf(
    const std::set<std::string>& roles) {
  std::vector<apportion::role_id> numbers;
  numbers.reserve(roles.size());
  for (const std::string& role : roles) numbers.push_back(roles_->of(role));
  return numbers;
}

void Actor::changed(Roster roster) {
  readings_->expire();
  if (!allocationDispatched_ && core_->pending()) {
    allocationDispatched_ = true;
    metrics_.allocationRunLatency.start();
    process::dispatch(self(), &Actor::allocate);
  }
  if (roster == Roster::changed && !reconciliationDispatched_) {
    reconciliationDispatched_ = true;
    process::dispatch(self(), &Actor::reconcile);
  }
}

// Costs something for each role. Where there are so many that this would be
// felt, the next deadline catches up on it.
void Actor::reconcile() {
  reconciliationDispatched_ = false;
  const auto start = SteadyClock::now();
  if (reconciliationCost_ > negligible &&
      start - reconciled_ < reconciliationCost_ * reconciliationShare) {
    reconciliationDue_ = true;
    return;
  }
  const auto before = worked();
  metrics_.reconcile(Figures(*core_));
  reconciliationCost_ = worked() - before;
  reconciliationDue_ = false;
  reconciled_ = SteadyClock::now();
}

process::Future<Readings::Shared> Actor::gather() {
  return core_ ? std::make_shared<const Figures>(*core_)
               : std::make_shared<const Figures>();
}

// How long to set a timer for. Timers start from the time that this process
// has seen last, which a paused clock may be ahead of.
Duration Actor::until(std::int64_t nanos) {
  const std::int64_t seen = process::Clock::now().duration().ns();
  return Nanoseconds(std::max<std::int64_t>(nanos - seen, 0));
}

void Actor::armTick() {
  process::delay(until(now() + options_.allocationInterval.ns()), self(),
                 &Actor::tick);
}

// The periodic allocation. The next one is due an interval after the cycle
// that this one asks for: cycles that take long leave room for other calls.
void Actor::tick() {
  core_->request_allocation();
  changed(reconciliationDue_ ? Roster::changed : Roster::same);
  tickDispatched_ = allocationDispatched_;
  if (!tickDispatched_) armTick();
}

// Sets the timer to what the core waits for next, if that is earlier.
void Actor::armDeadline() {
  const std::int64_t next = core_->next_deadline();
  if (next == APPORTION_NEVER) return;
  if (timer_.isSome()) {
    if (timerDeadline_ <= next) return;
    process::Clock::cancel(timer_.get());
  }
  timerDeadline_ = next;
  timer_ = process::delay(until(next), self(), &Actor::deadline);
}

// Lets filters end that are due, and recovery stop waiting. The core is told
// no later time than that for which something is due: a filter that ends while
// a cycle is pending still holds in it, as in Mesos.
void Actor::deadline() {
  timer_ = None();
  const std::int64_t time = now();
  std::int64_t next = core_->next_deadline();
  while (next <= time && !core_->pending()) {
    core_->advance(next);
    next = core_->next_deadline();
  }
  changed(Roster::same);
  if (!core_->pending()) armDeadline();
}

}  // namespace apportion_mesos
