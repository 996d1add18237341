#include "readings.hpp"

#include <utility>

namespace apportion_mesos {

using process::Future;

std::function<Future<double>()> Readings::gauge(
    std::function<double(const Figures&)> value) {
  auto number = std::make_shared<std::uint64_t>();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    *number = latestNumber_;
  }
  return [self = shared_from_this(), number = std::move(number),
          value = std::move(value)]() -> Future<double> {
    const Future<Shared> figures = self->read(*number);
    if (figures.isReady()) return value(*figures.get());
    return figures.then(
        [value](const Shared& gathered) { return value(*gathered); });
  };
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

}  // namespace apportion_mesos
