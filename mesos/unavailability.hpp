// unavailability.hpp - planned maintenance, as the core takes it.
#ifndef APPORTION_MESOS_UNAVAILABILITY_HPP
#define APPORTION_MESOS_UNAVAILABILITY_HPP

#include <mesos/mesos.hpp>

#include "apportion.hpp"

namespace apportion_mesos {

inline apportion::unavailability toCoreUnavailability(
    const ::mesos::Unavailability& unavailability) {
  apportion::unavailability times;
  times.start_nanos = unavailability.start().nanoseconds();
  times.duration_nanos = unavailability.duration().nanoseconds();
  return times;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_UNAVAILABILITY_HPP
