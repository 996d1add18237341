// refusal.hpp - how long a framework does not want to be asked again.
#ifndef APPORTION_MESOS_REFUSAL_HPP
#define APPORTION_MESOS_REFUSAL_HPP

#include <cstdint>

#include <mesos/mesos.hpp>

#include <stout/option.hpp>

namespace apportion_mesos {

// The time of a filter in nanoseconds, 0 for none. What is out of bounds is
// replaced as in Mesos, with a warning: what says what the filter is for, as
// in "refused resources offer".
std::int64_t refusalNanos(const Option<::mesos::Filters>& filters,
                          const char* what);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_REFUSAL_HPP
