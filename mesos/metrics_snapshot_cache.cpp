#include "metrics_snapshot_cache.hpp"

namespace apportion_mesos {

using process::Future;

std::uint64_t MetricsSnapshotCache::latest() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return latestNumber_;
}

Future<MetricsSnapshotCache::Shared> MetricsSnapshotCache::read(
    std::uint64_t& number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // When it was asked, the process may have ended already or not have started.
  const bool failed = latest_.isFailed() || latest_.isDiscarded();
  if (number == latestNumber_ && (expired_.exchange(false) || failed)) {
    latest_ = takeSnapshot_();
    ++latestNumber_;
  }
  number = latestNumber_;
  return latest_;
}

}  // namespace apportion_mesos
