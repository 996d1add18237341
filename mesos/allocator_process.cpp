// allocator_process.cpp - the process's start, and what all calls need. Each
// group of calls has its own file.
#include "allocator_process.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include <process/clock.hpp>
#include <process/dispatch.hpp>
#include <process/id.hpp>

#include <stout/strings.hpp>

#include "abort_master.hpp"
#include "resource_quantities.hpp"

namespace apportion_mesos {

namespace {

// The built-in allocator's process id, with which the paths of its endpoints
// begin: the first instance has no number.
std::string processId() {
  return strings::remove(process::ID::generate("allocator"), "(1)",
                         strings::SUFFIX);
}

std::uint64_t drawSeed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

apportion::options coreOptions(const Settings& settings,
                               const Options& options) {
  apportion::options o;
  o.seed = settings.seed ? *settings.seed : drawSeed();
  o.role_policy = settings.roleSorter;
  o.framework_policy = settings.frameworkSorter;
  o.agent_order = settings.agentOrder;
  if (!options.filterGpuResources) o.flags |= APPORTION_OFFER_GPUS_TO_ALL;
  if (settings.nestedQuota) o.flags |= APPORTION_NESTED_QUOTA;
  o.gc_percent = settings.gcPercent;
  o.memory_limit_bytes = settings.memoryLimitBytes;
  // To the core, 0 is Mesos's default, and -1 no wait.
  const std::int64_t timeout = options.recoveryTimeout.ns();
  o.recovery_timeout_nanos = timeout > 0 ? timeout : -1;
  o.agent_recovery_factor = 1;  // awaitedAgents() has applied Mesos's.
  o.lending_grace_nanos = Seconds(settings.lendGraceSeconds).ns();
  o.lending_least_nanos = Seconds(settings.lendLeastSeconds).ns();
  return o;
}

}  // namespace

AllocatorProcess::AllocatorProcess(const Settings& settings)
    : ProcessBase(processId()),
      settings_(settings),
      snapshotCache_(std::make_shared<MetricsSnapshotCache>([pid = self()] {
        return process::dispatch(pid, &AllocatorProcess::takeMetricsSnapshot);
      })),
      metrics_(
          self(), snapshotCache_, roleNames_,
          [this] {
            // One dispatch stands for all calls that wait.
            const std::size_t calls = calls_.waiting();
            return static_cast<double>(eventCount<process::DispatchEvent>() +
                                       calls - std::min<std::size_t>(calls, 1));
          }) {}

void AllocatorProcess::initialize(
    const Options& options, const OfferCallback& offerCallback,
    const InverseOfferCallback& inverseOfferCallback) {
  options_ = options;
  offerCallback_ = offerCallback;
  inverseOfferCallback_ = inverseOfferCallback;
  completedFrameworkMetrics_.emplace(options.maxCompletedFrameworks);

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
  QuantityLists minAllocatable;
  if (options.minAllocatableResources.isSome()) {
    for (const auto& list : *options.minAllocatableResources) {
      minAllocatable.add(list);
    }
  }
  o.min_allocatable = minAllocatable.view();

  callOrAbortMaster(
      [&] {
        core_.emplace(o);
        setPolicies(*core_, settings_.policies);
      },
      [](std::ostream& s) { s << "initialize"; });
  recording_.emplace(*core_, settings_);
  roleNames_.emplace(*core_);
  translation_.emplace(*core_);
  startLending();
  addRoutes();

  VLOG(1) << "Initialized Apportion's allocator, seed " << o.seed;
  schedulePeriodicAllocation();
}

void AllocatorProcess::pause() {
  if (core_->paused()) return;
  core_->pause();
  VLOG(1) << "Allocation paused";
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::resume() {
  if (!core_->paused()) return;
  core_->resume();
  VLOG(1) << "Allocation resumed";
  finishCall(GaugeSet::unchanged);
}

void AllocatorProcess::serve(process::Event&& event) {
  callOrAbortMaster([&] { ProcessBase::serve(std::move(event)); },
                    [](std::ostream& s) { s << "a call, timer or request"; });
}

// A null process makes a paused clock give its own time, and not the time that
// this process has last seen.
std::int64_t AllocatorProcess::now() const {
  return process::Clock::now(nullptr).duration().ns();
}

Framework& AllocatorProcess::frameworkOrAbort(const FrameworkID& id,
                                              const char* call) {
  Framework* const framework = frameworks_.find(id.value());
  if (framework == nullptr) {
    abortMaster(call, "framework " + id.value() + " is not known");
  }
  return *framework;
}

std::vector<apportion::role_id> AllocatorProcess::roleIdsOf(
    const std::set<std::string>& roles) {
  std::vector<apportion::role_id> ids;
  ids.reserve(roles.size());
  for (const std::string& role : roles) ids.push_back(roleNames_->id(role));
  return ids;
}

void AllocatorProcess::finishCall(GaugeSet gauges) {
  snapshotCache_->expire();
  scheduleForgetting();
  if (!allocationDispatched_ && core_->pending()) {
    allocationDispatched_ = true;
    metrics_.allocationRunLatency.start();
    process::dispatch(self(), &AllocatorProcess::allocate);
  }
  if (gauges == GaugeSet::mayChange && !gaugeUpdateDispatched_) {
    gaugeUpdateDispatched_ = true;
    process::dispatch(self(), &AllocatorProcess::updateGauges);
  }
}

}  // namespace apportion_mesos
