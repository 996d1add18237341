// How many machines, or tasks, there are of each size.
#pragma once

#include <cstddef>
#include <cstdint>
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
std::int64_t total_count(const histogram& h);

// The sizes of n things in the histogram's proportions, by largest remainder,
// in random order.
std::vector<amounts> scale(const histogram& h, std::size_t n,
                           random_source& random);

// Draws sizes as often as the histogram, which is not empty, has them.
class sampler {
 public:
  explicit sampler(const histogram& h);
  amounts draw(random_source& random) const;

 private:
  std::vector<amounts> sizes_;
  std::vector<std::int64_t> up_to_;  // counts, cumulated
};

}  // namespace cluster
