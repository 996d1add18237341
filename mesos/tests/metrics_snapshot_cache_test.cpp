// metrics_snapshot_cache_test.cpp - how many snapshots are taken for scrapes.
#include "../metrics_snapshot_cache.hpp"

#include <deque>

#include "../snapshot_gauge.hpp"
#include "expect.hpp"

using namespace apportion_mesos;
using process::Future;

namespace {

struct Fixture {
  std::deque<process::Promise<MetricsSnapshotCache::Shared>> asked;
  std::shared_ptr<MetricsSnapshotCache> snapshotCache =
      std::make_shared<MetricsSnapshotCache>([this] {
        asked.emplace_back();
        return asked.back().future();
      });

  SnapshotGauge gauge(double (*value)(const MetricsSnapshot&,
                                      const GaugeSource&)) {
    return SnapshotGauge("name", snapshotCache,
                         GaugeSource{value, apportion::no_role, ""});
  }
  void answer() { asked.back().set(std::make_shared<const MetricsSnapshot>()); }
};

double one(const MetricsSnapshot&, const GaugeSource&) { return 1; }
double two(const MetricsSnapshot&, const GaugeSource&) { return 2; }

void aScrapeTakesOneSnapshot() {
  Fixture f;
  const auto a = f.gauge(one), b = f.gauge(two);
  const Future<double> first = a.value(), second = b.value();
  EXPECT(f.asked.size() == 1);
  EXPECT(first.isPending());
  f.answer();
  EXPECT(first.isReady() && first.get() == 1);
  EXPECT(second.isReady() && second.get() == 2);
}

void changesDuringAScrapeWaitForTheNext() {
  Fixture f;
  const auto a = f.gauge(one), b = f.gauge(two);
  a.value();
  f.answer();
  f.snapshotCache->expire();
  EXPECT(b.value().isReady());
  EXPECT(f.asked.size() == 1);
  EXPECT(a.value().isPending());
  EXPECT(b.value().isPending());
  EXPECT(f.asked.size() == 2);
}

void noSnapshotIsTakenIfNothingChanged() {
  Fixture f;
  const auto a = f.gauge(one);
  a.value();
  f.answer();
  EXPECT(a.value().isReady());
  EXPECT(a.value().isReady());
  EXPECT(f.asked.size() == 1);
}

// A gauge that is added between two scrapes may be the first that the second
// one reads.
void newGaugesReadTheNextSnapshot() {
  Fixture f;
  const auto a = f.gauge(one);
  a.value();
  f.answer();
  f.snapshotCache->expire();
  const auto b = f.gauge(two);
  EXPECT(b.value().isPending());
  EXPECT(a.value().isPending());
  EXPECT(f.asked.size() == 2);
}

void aFailedSnapshotIsTakenAgain() {
  Fixture f;
  const auto a = f.gauge(one);
  const Future<double> value = a.value();
  f.asked.back().fail("the process ended");
  EXPECT(value.isFailed());
  EXPECT(a.value().isPending());
  EXPECT(f.asked.size() == 2);
}

}  // namespace

int main() {
  aScrapeTakesOneSnapshot();
  changesDuringAScrapeWaitForTheNext();
  noSnapshotIsTakenIfNothingChanged();
  newGaugesReadTheNextSnapshot();
  aFailedSnapshotIsTakenAgain();
  return summary("metrics_snapshot_cache_test");
}
