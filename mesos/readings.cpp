#include "readings.hpp"

namespace apportion_mesos {

using process::Future;

std::uint64_t Readings::latest() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return latestNumber_;
}

Future<Readings::Shared> Readings::read(std::uint64_t& number) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // The actor may have ended, or not have begun, when it was asked.
  const bool failed = latest_.isFailed() || latest_.isDiscarded();
  if (number == latestNumber_ && (expired_.exchange(false) || failed)) {
    latest_ = gather_();
    ++latestNumber_;
  }
  number = latestNumber_;
  return latest_;
}

Future<double> Gauge::value() const {
  const Future<Readings::Shared> figures = readings_->read(number_);
  if (figures.isReady()) return figure_.value(*figures.get(), figure_);
  return figures.then([figure = figure_](const Readings::Shared& gathered) {
    return figure.value(*gathered, figure);
  });
}

}  // namespace apportion_mesos
