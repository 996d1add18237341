// refuse_seconds.hpp - how long an offer filter or an inverse offer filter
// lasts.
#ifndef APPORTION_MESOS_REFUSE_SECONDS_HPP
#define APPORTION_MESOS_REFUSE_SECONDS_HPP

#include <cstdint>

#include <mesos/mesos.hpp>

#include <stout/option.hpp>

namespace apportion_mesos {

// The duration of a filter in nanoseconds, 0 for no filter. A value that is out
// of bounds is replaced as in Mesos, with a warning that names the filter: what
// is "refused resources offer", for example.
std::int64_t refuseNanos(const Option<::mesos::Filters>& filters,
                         const char* what);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_REFUSE_SECONDS_HPP
