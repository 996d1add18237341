#include "refuse_seconds.hpp"

#include <cmath>

#include <glog/logging.h>

#include <stout/duration.hpp>
#include <stout/try.hpp>

namespace apportion_mesos {

using ::mesos::Filters;

std::int64_t refuseNanos(const Option<Filters>& filters, const char* what) {
  if (filters.isNone()) return 0;

  const double seconds = filters->refuse_seconds();
  if (seconds > Days(365).secs()) {
    LOG(WARNING) << "Using 365 days to create the " << what
                 << " filter because the input value is too big";
    return Days(365).ns();
  }

  const std::int64_t defaultNanos =
      Duration::create(Filters().refuse_seconds())->ns();
  if (seconds < 0) {
    LOG(WARNING) << "Using the default value of 'refuse_seconds' to create the "
                 << what << " filter because the input value is negative";
    return defaultNanos;
  }

  // Mesos makes a filter of what is no number, and lets it expire at once.
  if (std::isnan(seconds)) return 1;

  const Try<Duration> timeout = Duration::create(seconds);
  if (timeout.isError()) {
    LOG(WARNING) << "Using the default value of 'refuse_seconds' to create the "
                 << what << " filter because the input value is invalid: "
                 << timeout.error();
    return defaultNanos;
  }
  return timeout->ns();
}

}  // namespace apportion_mesos
