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

  Gauge gauge(double (*value)(const Figures&, const Figure&)) {
    return Gauge("name", readings, Figure{value});
  }
  void answer() { asked.back().set(std::make_shared<const Figures>()); }
};

double one(const Figures&, const Figure&) { return 1; }
double two(const Figures&, const Figure&) { return 2; }

void oneGatheringForAScrape() {
  World w;
  const auto a = w.gauge(one), b = w.gauge(two);
  const Future<double> first = a.value(), second = b.value();
  EXPECT(w.asked.size() == 1);
  EXPECT(first.isPending());
  w.answer();
  EXPECT(first.isReady() && first.get() == 1);
  EXPECT(second.isReady() && second.get() == 2);
}

void changesAmidAScrapeWaitForTheNext() {
  World w;
  const auto a = w.gauge(one), b = w.gauge(two);
  a.value();
  w.answer();
  w.readings->expire();
  EXPECT(b.value().isReady());
  EXPECT(w.asked.size() == 1);
  EXPECT(a.value().isPending());
  EXPECT(b.value().isPending());
  EXPECT(w.asked.size() == 2);
}

void nothingIsGatheredWhereNothingChanged() {
  World w;
  const auto a = w.gauge(one);
  a.value();
  w.answer();
  EXPECT(a.value().isReady());
  EXPECT(a.value().isReady());
  EXPECT(w.asked.size() == 1);
}

// A gauge that comes between two scrapes may be the first of the second one.
void newGaugesReadWhatIsNew() {
  World w;
  const auto a = w.gauge(one);
  a.value();
  w.answer();
  w.readings->expire();
  const auto b = w.gauge(two);
  EXPECT(b.value().isPending());
  EXPECT(a.value().isPending());
  EXPECT(w.asked.size() == 2);
}

void failuresAreNotKept() {
  World w;
  const auto a = w.gauge(one);
  const Future<double> value = a.value();
  w.asked.back().fail("the actor ended");
  EXPECT(value.isFailed());
  EXPECT(a.value().isPending());
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
