// fixed_point.hpp - Mesos's doubles as Apportion's thousandths, and back.
#ifndef APPORTION_MESOS_FIXED_POINT_HPP
#define APPORTION_MESOS_FIXED_POINT_HPP

#include <cmath>
#include <cstdint>
#include <limits>

namespace apportion_mesos {

// Mesos rounds scalars to three decimals before it compares and adds them, so
// this loses nothing that Mesos would see. What int64_t cannot hold becomes the
// largest or least value, and what is no number the largest: the core saturates or
// refuses these.
inline std::int64_t toThousandths(double value) {
  constexpr double bound = 9223372036854775808.0;  // 2^63
  const double thousandths = value * 1000;
  if (thousandths > -bound && thousandths < bound) {
    return std::llround(thousandths);
  }
  return thousandths <= -bound ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
}

// The same of a message with a value(), such as mesos::Value::Scalar.
template <class Scalar>
auto toThousandths(const Scalar& scalar)
    -> decltype(toThousandths(scalar.value())) {
  return toThousandths(scalar.value());
}

inline double toDouble(std::int64_t thousandths) {
  return static_cast<double>(thousandths) / 1000;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_FIXED_POINT_HPP
