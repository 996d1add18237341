// Random numbers that are the same everywhere for the same seed: the standard
// library's distributions are not.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cluster {

// Spreads the bits of x: the finaliser of splitmix64.
inline std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// xoshiro256** of Blackman and Vigna, its state filled by splitmix64.
class random_source {
 public:
  // Sources of one seed and different streams are independent, so that a
  // change to how one part of the simulation draws leaves the others alone.
  random_source(std::uint64_t seed, std::uint64_t stream) noexcept {
    std::uint64_t x = mix(seed) + stream;
    for (std::uint64_t& word : state_) word = mix(x += 0x9e3779b97f4a7c15u);
  }

  std::uint64_t next() noexcept {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // In [0, 1).
  double uniform() noexcept {
    return static_cast<double>(next() >> 11) * 0x1p-53;
  }

  // In [low, high).
  double uniform(double low, double high) noexcept {
    return low + uniform() * (high - low);
  }

  // In [0, bound); bound is positive and far below 2^53.
  std::size_t below(std::size_t bound) noexcept {
    return static_cast<std::size_t>(uniform() * static_cast<double>(bound));
  }

  // Whole numbers from 1 up, exponentially distributed about their mean.
  std::int64_t lifetime(double mean) noexcept {
    return 1 + static_cast<std::int64_t>(-mean * std::log1p(-uniform()));
  }

  template <class T>
  void shuffle(std::vector<T>& items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[below(i)]);
    }
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int bits) noexcept {
    return (x << bits) | (x >> (64 - bits));
  }

  std::array<std::uint64_t, 4> state_;
};

}  // namespace cluster
