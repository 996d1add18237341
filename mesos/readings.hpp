// readings.hpp - figures for the gauges, gathered once for each scrape.
#ifndef APPORTION_MESOS_READINGS_HPP
#define APPORTION_MESOS_READINGS_HPP

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include <process/future.hpp>

#include "figures.hpp"

namespace apportion_mesos {

// A scrape reads thousands of gauges one after the other, outside of the
// actor. They share one gathering, for which the actor is asked once: asking
// it for each of them would cost several times what the figures cost.
//
// Nothing tells a gauge where a scrape begins, but each is read once in it: a
// gauge that has read the latest figures and is read again is in another
// scrape. What was gathered still serves that one if nothing changed since.
class Readings : public std::enable_shared_from_this<Readings> {
 public:
  using Shared = std::shared_ptr<const Figures>;

  // gather is called from any thread.
  explicit Readings(std::function<process::Future<Shared>()> gather)
      : gather_(std::move(gather)) {}

  // Says that what was gathered is out of date.
  void expire() { expired_ = true; }

  // What a gauge reads when it is asked for its value.
  std::function<process::Future<double>()> gauge(
      std::function<double(const Figures&)> value);

 private:
  // The figures for a gauge that has last read those with this number, which
  // becomes the number of these.
  process::Future<Shared> read(std::uint64_t& number);

  const std::function<process::Future<Shared>()> gather_;
  std::atomic<bool> expired_{true};

  std::mutex mutex_;
  process::Future<Shared> latest_;
  std::uint64_t latestNumber_ = 0;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_READINGS_HPP
