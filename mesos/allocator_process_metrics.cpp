// allocator_process_metrics.cpp - when the set of gauges is brought up to date,
// and the snapshot that the gauges read.
#include <time.h>

#include "allocator_process.hpp"

namespace apportion_mesos {

namespace {

using SteadyClock = std::chrono::steady_clock;

// The updates of the set of gauges take at most one part in gaugeUpdateShare of
// the process's time, unless an update costs no more than negligibleCost.
constexpr int gaugeUpdateShare = 20;
constexpr auto negligibleCost = std::chrono::microseconds(200);

// The processor time of this thread, which does not grow while others run.
std::chrono::nanoseconds threadCpuTime() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

// The update costs some time for each role. If there are so many roles that
// this would be felt, the next periodic allocation makes up for an update that
// is left out.
void AllocatorProcess::updateGauges() {
  gaugeUpdateDispatched_ = false;
  const auto start = SteadyClock::now();
  if (gaugeUpdateCost_ > negligibleCost &&
      start - gaugesUpdatedAt_ < gaugeUpdateCost_ * gaugeUpdateShare) {
    gaugeUpdateDue_ = true;
    return;
  }
  const auto before = threadCpuTime();
  metrics_.updateGauges(MetricsSnapshot(*core_));
  gaugeUpdateCost_ = threadCpuTime() - before;
  gaugeUpdateDue_ = false;
  gaugesUpdatedAt_ = SteadyClock::now();
}

process::Future<MetricsSnapshotCache::Shared>
AllocatorProcess::takeMetricsSnapshot() {
  return core_ ? std::make_shared<const MetricsSnapshot>(*core_)
               : std::make_shared<const MetricsSnapshot>();
}

}  // namespace apportion_mesos
