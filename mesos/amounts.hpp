// amounts.hpp - Mesos's doubles and Apportion's thousandths.
#ifndef APPORTION_MESOS_AMOUNTS_HPP
#define APPORTION_MESOS_AMOUNTS_HPP

#include <cmath>
#include <cstdint>

namespace apportion_mesos {

// Mesos compares and adds scalars after rounding them to three decimals, so
// nothing is lost that it would see.
inline std::int64_t thousandths(double value) {
  return std::llround(value * 1000);
}

// Of a scalar, such as mesos::Value::Scalar.
template <class Scalar>
auto thousandths(const Scalar& scalar) -> decltype(thousandths(scalar.value())) {
  return thousandths(scalar.value());
}

inline double decimal(std::int64_t thousandths) {
  return static_cast<double>(thousandths) / 1000;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_AMOUNTS_HPP
