// snapshot_gauge.hpp - a gauge whose value is one of the metrics snapshot's.
#ifndef APPORTION_MESOS_SNAPSHOT_GAUGE_HPP
#define APPORTION_MESOS_SNAPSHOT_GAUGE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <process/future.hpp>
#include <process/metrics/metric.hpp>

#include "apportion.hpp"
#include "metrics_snapshot_cache.hpp"

namespace apportion_mesos {

// What a gauge shows of a snapshot: a value of a role, of a resource, or of
// both.
struct GaugeSource {
  double (*value)(const MetricsSnapshot&, const GaugeSource&);
  apportion::role_id role = apportion::no_role;
  std::string resource;
};

// With quota, there are nine or more of these for each role. A PullGauge would
// hold a function, whose copies take several pieces of memory each.
class SnapshotGauge : public process::metrics::Metric {
 public:
  SnapshotGauge(const std::string& name,
                std::shared_ptr<MetricsSnapshotCache> snapshotCache,
                GaugeSource source)
      : Metric(name, None()),
        snapshotCache_(std::move(snapshotCache)),
        source_(std::move(source)),
        number_(snapshotCache_->latest()) {}

  process::Future<double> value() const override {
    const process::Future<MetricsSnapshotCache::Shared> snapshot =
        snapshotCache_->read(number_);
    if (snapshot.isReady()) return source_.value(*snapshot.get(), source_);
    return snapshot.then(
        [source = source_](const MetricsSnapshotCache::Shared& taken) {
          return source.value(*taken, source);
        });
  }

 private:
  std::shared_ptr<MetricsSnapshotCache> snapshotCache_;
  GaugeSource source_;
  mutable std::uint64_t number_;  // Of the snapshot that it has last read.
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_SNAPSHOT_GAUGE_HPP
