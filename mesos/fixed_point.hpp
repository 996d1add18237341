// fixed_point.hpp - Mesos's doubles as Apportion's thousandths, and back.
#ifndef APPORTION_MESOS_FIXED_POINT_HPP
#define APPORTION_MESOS_FIXED_POINT_HPP

#include <cmath>
#include <cstdint>

namespace apportion_mesos {

// Mesos rounds scalars to three decimals before it compares and adds them, so
// this loses nothing that Mesos would see.
inline std::int64_t toThousandths(double value) {
  return std::llround(value * 1000);
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
