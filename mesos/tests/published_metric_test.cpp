// published_metric_test.cpp - metrics are published and removed in the order in which
// that was asked for, with a message for many.
#include "../published_metric.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>

#include <process/clock.hpp>
#include <process/metrics/push_gauge.hpp>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

using Gauge = Published<process::metrics::PushGauge>;

std::map<std::string, double> published() {
  process::Clock::settle();
  const auto all = process::metrics::snapshot(None());
  process::Clock::settle();
  return all.get();
}

void isPublishedAsLongAsItLives() {
  std::optional<Gauge> gauge("test/lives");
  gauge->set(1);
  EXPECT(published().at("test/lives") == 1);
  gauge->set(2);
  EXPECT(published().at("test/lives") == 2);
  gauge.reset();
  EXPECT(published().count("test/lives") == 0);
}

// libprocess refuses a metric whose name another one has.
void aNameIsFreeOnceItsMetricIsGone() {
  std::optional<Gauge> gauge("test/again");
  for (int i = 1; i < 100; ++i) {
    gauge.reset();
    gauge.emplace("test/again");
    gauge->set(i);
  }
  EXPECT(published().at("test/again") == 99);
}

void manyWaitForOneMessage() {
  process::Promise<Nothing> stands, go;
  changeMetrics([&](MetricsProcess&) {
    stands.set(Nothing());
    go.future().await();
  });
  stands.future().await();
  std::deque<Gauge> gauges;
  for (int i = 0; i < 1000; ++i) {
    gauges.emplace_back("test/many/" + std::to_string(i));
  }
  EXPECT(metricChanges().waiting() >= 1000);
  go.set(Nothing());
  EXPECT(published().count("test/many/999") == 1);
}

}  // namespace

int main() {
  process::initialize();
  process::Clock::pause();
  isPublishedAsLongAsItLives();
  aNameIsFreeOnceItsMetricIsGone();
  manyWaitForOneMessage();
  return summary("published_metric_test");
}
