// How many machines, or tasks, there are of each size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "amounts.hpp"
#include "random.hpp"

namespace cluster {

struct size_count {
  std::int64_t cpu_milli;
  std::int64_t memory_mib;
  std::int64_t gpus;
  std::int64_t count;

  amounts size() const noexcept {
    return {{cpu_milli, memory_mib * 1000, gpus * 1000}};
  }
};

using histogram = std::vector<size_count>;

// How many there are of all sizes.
inline std::int64_t total_count(const histogram& h) {
  return std::accumulate(
      h.begin(), h.end(), std::int64_t{0},
      [](std::int64_t sum, const size_count& s) { return sum + s.count; });
}

// How many of n fall to each size.
inline std::vector<std::size_t> divide(const histogram& h, std::size_t n) {
  const auto whole = static_cast<std::uint64_t>(total_count(h));
  std::vector<std::size_t> counts, by_remainder;
  std::vector<std::uint64_t> remainders;
  std::size_t given = 0;
  for (const size_count& s : h) {
    const std::uint64_t scaled = static_cast<std::uint64_t>(s.count) * n;
    by_remainder.push_back(counts.size());
    counts.push_back(scaled / whole);
    remainders.push_back(scaled % whole);
    given += counts.back();
  }
  std::stable_sort(by_remainder.begin(), by_remainder.end(),
                   [&](std::size_t a, std::size_t b) {
                     return remainders[a] > remainders[b];
                   });
  for (std::size_t i = 0; given < n; ++i, ++given) ++counts[by_remainder[i]];
  return counts;
}

// The sizes of n things in the histogram's proportions, by largest remainder,
// in random order.
inline std::vector<amounts> scale(const histogram& h, std::size_t n,
                           random_source& random) {
  const std::vector<std::size_t> counts = divide(h, n);
  std::vector<amounts> sizes;
  sizes.reserve(n);
  for (std::size_t i = 0; i < h.size(); ++i) {
    sizes.insert(sizes.end(), counts[i], h[i].size());
  }
  random.shuffle(sizes);
  return sizes;
}

// Draws sizes as often as the histogram, which is not empty, has them.
class sampler {
 public:
  explicit sampler(const histogram& h) {
    std::int64_t sum = 0;
    for (const size_count& s : h) {
      sizes_.push_back(s.size());
      up_to_.push_back(sum += s.count);
    }
  }

  amounts draw(random_source& random) const {
    const auto point = static_cast<std::int64_t>(
        random.below(static_cast<std::size_t>(up_to_.back())));
    const auto it = std::upper_bound(up_to_.begin(), up_to_.end(), point);
    return sizes_[static_cast<std::size_t>(it - up_to_.begin())];
  }

 private:
  std::vector<amounts> sizes_;
  std::vector<std::int64_t> up_to_;  // counts, cumulated
};

}  // namespace cluster
