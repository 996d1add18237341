// refuse_seconds.hpp - how long an offer filter or an inverse offer filter
// lasts.
#ifndef APPORTION_MESOS_REFUSE_SECONDS_HPP
#define APPORTION_MESOS_REFUSE_SECONDS_HPP

#include <cmath>
#include <cstdint>

#include <glog/logging.h>

#include <stout/duration.hpp>

#include "mesos_names.hpp"

namespace apportion_mesos {

// The duration of a filter in nanoseconds, 0 for no filter. A value that is out
// of bounds is replaced as in Mesos, with a warning that names the filter: what
// is "refused resources offer", for example.
inline std::int64_t refuseNanos(const Option<Filters>& filters,
                                const char* what) {
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

#endif  // APPORTION_MESOS_REFUSE_SECONDS_HPP
