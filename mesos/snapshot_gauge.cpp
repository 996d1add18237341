#include "snapshot_gauge.hpp"

namespace apportion_mesos {

using process::Future;

Future<double> SnapshotGauge::value() const {
  const Future<MetricsSnapshotCache::Shared> snapshot =
      snapshotCache_->read(number_);
  if (snapshot.isReady()) return source_.value(*snapshot.get(), source_);
  return snapshot.then(
      [source = source_](const MetricsSnapshotCache::Shared& taken) {
        return source.value(*taken, source);
      });
}

}  // namespace apportion_mesos
