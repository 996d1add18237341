// metrics_snapshot_cache.hpp - one metrics snapshot for all gauges that a
// scrape of /metrics/snapshot reads.
#ifndef APPORTION_MESOS_METRICS_SNAPSHOT_CACHE_HPP
#define APPORTION_MESOS_METRICS_SNAPSHOT_CACHE_HPP

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include <process/future.hpp>

#include "metrics_snapshot.hpp"

namespace apportion_mesos {

// A scrape reads thousands of gauges one after the other, outside of the
// allocator's process. All of them read one snapshot, for which the process is
// asked once: to ask it for each gauge would cost several times what the
// snapshot costs.
//
// Nothing tells a gauge where a scrape begins, but a scrape reads each gauge
// once: a gauge that has read the latest snapshot and is read again belongs to
// another scrape. The latest snapshot serves that scrape too if nothing has
// changed since it was taken.
class MetricsSnapshotCache {
 public:
  using Shared = std::shared_ptr<const MetricsSnapshot>;

  // takeSnapshot is called from any thread.
  explicit MetricsSnapshotCache(
      std::function<process::Future<Shared>()> takeSnapshot)
      : takeSnapshot_(std::move(takeSnapshot)) {}

  // Says that the latest snapshot is out of date.
  void expire() { expired_ = true; }

  // The number of the latest snapshot.
  std::uint64_t latest() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return latestNumber_;
  }

  // The snapshot for a gauge that has last read the snapshot of this number,
  // which is set to the number of the snapshot returned.
  process::Future<Shared> read(std::uint64_t& number) {
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

 private:
  const std::function<process::Future<Shared>()> takeSnapshot_;
  std::atomic<bool> expired_{true};

  std::mutex mutex_;
  process::Future<Shared> latest_;
  std::uint64_t latestNumber_ = 0;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_METRICS_SNAPSHOT_CACHE_HPP
