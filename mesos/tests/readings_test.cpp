// readings_test.cpp - how many times the figures are gathered for scrapes.
#include "../readings.hpp"

#include <deque>

#include "expect.hpp"

using namespace apportion_mesos;
using process::Future;

namespace {

struct World {
  std::deque<process::Promise<Readings::Shared>> asked;
  std::shared_ptr<Readings> readings = std::make_shared<Readings>([this] {
    asked.emplace_back();
    return asked.back().future();
  });
  int read = 0;

  std::function<Future<double>()> gauge(double value) {
    return readings->gauge([this, value](const Figures&) {
      ++read;
      return value;
    });
  }
  void answer() { asked.back().set(std::make_shared<const Figures>()); }
};

void oneGatheringForAScrape() {
  World w;
  const auto a = w.gauge(1), b = w.gauge(2);
  const Future<double> first = a(), second = b();
  EXPECT(w.asked.size() == 1);
  EXPECT(first.isPending());
  w.answer();
  EXPECT(first.isReady() && first.get() == 1);
  EXPECT(second.isReady() && second.get() == 2);
}

void changesAmidAScrapeWaitForTheNext() {
  World w;
  const auto a = w.gauge(1), b = w.gauge(2);
  a();
  w.answer();
  w.readings->expire();
  EXPECT(b().isReady());
  EXPECT(w.asked.size() == 1);
  EXPECT(a().isPending());
  EXPECT(b().isPending());
  EXPECT(w.asked.size() == 2);
}

void nothingIsGatheredWhereNothingChanged() {
  World w;
  const auto a = w.gauge(1);
  a();
  w.answer();
  EXPECT(a().isReady());
  EXPECT(a().isReady());
  EXPECT(w.asked.size() == 1);
  EXPECT(w.read == 3);
}

// A gauge that comes between two scrapes may be the first of the second one.
void newGaugesReadWhatIsNew() {
  World w;
  const auto a = w.gauge(1);
  a();
  w.answer();
  w.readings->expire();
  const auto b = w.gauge(2);
  EXPECT(b().isPending());
  EXPECT(a().isPending());
  EXPECT(w.asked.size() == 2);
}

void failuresAreNotKept() {
  World w;
  const auto a = w.gauge(1);
  const Future<double> value = a();
  w.asked.back().fail("the actor ended");
  EXPECT(value.isFailed());
  EXPECT(a().isPending());
  EXPECT(w.asked.size() == 2);
}

}  // namespace

int main() {
  oneGatheringForAScrape();
  changesAmidAScrapeWaitForTheNext();
  nothingIsGatheredWhereNothingChanged();
  newGaugesReadWhatIsNew();
  failuresAreNotKept();
  return summary("readings_test");
}
