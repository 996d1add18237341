// Scalar amounts of the three resources that machines and tasks are made of.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace cluster {

inline constexpr std::size_t cpu_index = 0;
inline constexpr std::size_t mem_index = 1;
inline constexpr std::size_t gpu_index = 2;
inline constexpr std::size_t resource_count = 3;

// As Mesos names them; mem counts MiB.
inline constexpr std::array<const char*, resource_count> resource_names = {
    "cpus", "mem", "gpus"};

// Thousandths of a cpu, of a MiB, of a GPU: the ABI's unit, in which sums are
// exact.
struct amounts {
  std::array<std::int64_t, resource_count> milli{};

  std::int64_t operator[](std::size_t i) const noexcept { return milli[i]; }
  std::int64_t& operator[](std::size_t i) noexcept { return milli[i]; }

  amounts& operator+=(const amounts& other) noexcept {
    for (std::size_t i = 0; i < resource_count; ++i) milli[i] += other[i];
    return *this;
  }

  amounts& operator-=(const amounts& other) noexcept {
    for (std::size_t i = 0; i < resource_count; ++i) milli[i] -= other[i];
    return *this;
  }

  bool operator==(const amounts& other) const noexcept {
    return milli == other.milli;
  }

  // Any order will do.
  bool operator<(const amounts& other) const noexcept {
    return milli < other.milli;
  }

  bool empty() const noexcept { return *this == amounts{}; }
};

inline amounts operator*(amounts a, std::int64_t count) noexcept {
  for (std::int64_t& m : a.milli) m *= count;
  return a;
}

// How many things of one size there is room for, at most limit.
inline std::int64_t how_often(const amounts& size, const amounts& room,
                              std::int64_t limit) noexcept {
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (size[i] > 0) limit = std::min(limit, room[i] / size[i]);
  }
  return limit;
}

// The largest part that an amount is of the whole, over the resources.
inline double dominant_share(const amounts& part,
                             const amounts& whole) noexcept {
  double share = 0;
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (whole[i] == 0) continue;
    share = std::max(share, static_cast<double>(part[i]) /
                                static_cast<double>(whole[i]));
  }
  return share;
}

}  // namespace cluster
