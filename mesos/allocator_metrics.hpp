// allocator_metrics.hpp - the metrics of the allocator, under the names that
// the built-in one publishes, and those of what it had to refuse.
#ifndef APPORTION_MESOS_ALLOCATOR_METRICS_HPP
#define APPORTION_MESOS_ALLOCATOR_METRICS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <process/metrics/counter.hpp>
#include <process/metrics/pull_gauge.hpp>
#include <process/metrics/push_gauge.hpp>
#include <process/metrics/timer.hpp>
#include <process/pid.hpp>

#include <stout/duration.hpp>

#include "interned_names.hpp"
#include "mesos_names.hpp"
#include "metrics_snapshot.hpp"
#include "metrics_snapshot_cache.hpp"
#include "published_metric.hpp"
#include "refused_values.hpp"
#include "snapshot_gauge.hpp"

namespace apportion_mesos {

class AllocatorMetrics {
 public:
  // eventCount runs in the allocator's process and returns how many dispatches
  // are queued there. roleNames must be set before any role's metrics are
  // published.
  AllocatorMetrics(const process::UPID& pid,
                   std::shared_ptr<MetricsSnapshotCache> snapshotCache,
                   std::optional<RoleNames>& roleNames,
                   std::function<double()> eventCount);

  // Publishes the metrics of a role's quota in place of those of its old quota.
  void updateQuota(const std::string& role, const Quota& quota);

  // Adds and removes gauges so that there are those of the roles in use: of their
  // filters, keys, consumed quota and loans. The values of the gauges need no update.
  void updateGauges(const MetricsSnapshot& snapshot);

  // Counts one more value that was refused.
  void countRefused(RefusedPart part) {
    ++refused_[static_cast<std::size_t>(part)];
  }

  Published<process::metrics::Counter> allocationRuns;
  Published<process::metrics::Timer<Milliseconds>> allocationRun;
  Published<process::metrics::Timer<Milliseconds>> allocationRunLatency;

 private:
  // The gauges of one metric, by role or by role and resource.
  template <class Key>
  using Gauges = std::map<Key, Published<SnapshotGauge>>;

  // The gauges of a role's quota, as long as the quota stays the same.
  struct RoleQuota {
    std::deque<Published<process::metrics::PushGauge>> guaranteesAndLimits;
    std::deque<Published<SnapshotGauge>> offeredOrAllocated;
  };

  // What each role with frameworks is ordered by, unless it is drawn.
  void updateKeys(const MetricsSnapshot& snapshot);
  void updateConsumedQuota(const MetricsSnapshot& snapshot);
  void updateLoans(const MetricsSnapshot& snapshot);
  // Removes the gauges whose keys are not among these, and adds those that are not
  // there yet: nameOf(key) and sourceOf(key) describe them.
  template <class Key, class NameOf, class SourceOf>
  void replace(Gauges<Key>& gauges, std::vector<Key> keys, NameOf&& nameOf,
               SourceOf&& sourceOf);

  const std::shared_ptr<MetricsSnapshotCache> snapshotCache_;
  std::optional<RoleNames>& roleNames_;

  std::deque<Published<process::metrics::Counter>> refused_;  // By RefusedPart.
  std::deque<Published<process::metrics::PullGauge>> eventQueueDispatches_;
  std::deque<Published<SnapshotGauge>> clusterResources_;
  Gauges<apportion::role_id> activeFilters_;
  Gauges<std::pair<apportion::role_id, std::uint32_t>> keys_;
  Gauges<std::pair<apportion::role_id, std::string>> consumedQuota_;
  // Lent, borrowed, recalled and overdue.
  std::array<Gauges<std::pair<apportion::role_id, std::string>>, 4> loans_;
  std::unordered_map<std::string, RoleQuota> quotas_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ALLOCATOR_METRICS_HPP
