// readings.hpp - figures for the gauges, gathered once for each scrape.
#ifndef APPORTION_MESOS_READINGS_HPP
#define APPORTION_MESOS_READINGS_HPP

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <process/future.hpp>
#include <process/metrics/metric.hpp>

#include "apportion.hpp"
#include "figures.hpp"

namespace apportion_mesos {

// A scrape reads thousands of gauges one after the other, outside of the
// actor. They share one gathering, for which the actor is asked once: asking
// it for each of them would cost several times what the figures cost.
//
// Nothing tells a gauge where a scrape begins, but each is read once in it: a
// gauge that has read the latest figures and is read again is in another
// scrape. What was gathered still serves that one if nothing changed since.
class Readings {
 public:
  using Shared = std::shared_ptr<const Figures>;

  // gather is called from any thread.
  explicit Readings(std::function<process::Future<Shared>()> gather)
      : gather_(std::move(gather)) {}

  // Says that what was gathered is out of date.
  void expire() { expired_ = true; }

  // The number of the latest figures.
  std::uint64_t latest();

  // The figures for a gauge that has last read those with this number, which
  // becomes the number of these.
  process::Future<Shared> read(std::uint64_t& number);

 private:
  const std::function<process::Future<Shared>()> gather_;
  std::atomic<bool> expired_{true};

  std::mutex mutex_;
  process::Future<Shared> latest_;
  std::uint64_t latestNumber_ = 0;
};

// What a gauge shows of the figures: of a role, a resource, or both.
struct Figure {
  double (*value)(const Figures&, const Figure&);
  apportion::role_id role = APPORTION_NO_ROLE;
  std::string resource;
};

// Shows one of the figures. With quota there are nine or more of these for each
// role: a PullGauge holds a function, whose copies take several pieces of memory
// each.
class Gauge : public process::metrics::Metric {
 public:
  Gauge(const std::string& name, std::shared_ptr<Readings> readings,
        Figure figure)
      : Metric(name, None()),
        readings_(std::move(readings)),
        figure_(std::move(figure)),
        number_(readings_->latest()) {}

  process::Future<double> value() const override;

 private:
  std::shared_ptr<Readings> readings_;
  Figure figure_;
  mutable std::uint64_t number_;  // Of the figures that it has read last.
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_READINGS_HPP
