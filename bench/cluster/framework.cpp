#include "framework.hpp"

#include <algorithm>

namespace cluster {
namespace {

// Cycles from the start of a framework until it wants all of its tasks.
constexpr std::size_t ramp = 10;

}  // namespace

std::int64_t framework::lacking_of(std::size_t size,
                                   std::size_t cycle) const noexcept {
  if (cycle < start_) return 0;
  const auto step =
      static_cast<std::int64_t>(std::min(cycle - start_ + 1, ramp));
  const auto steps = static_cast<std::int64_t>(ramp);
  const std::int64_t wanted = plan_->tasks[size].wanted;
  const std::int64_t by_now = (wanted * step + steps - 1) / steps;
  return std::max<std::int64_t>(0, by_now - running_[size]);
}

amounts framework::lacking(std::size_t cycle) const noexcept {
  amounts sum;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    sum += size(i) * lacking_of(i, cycle);
  }
  return sum;
}

bool framework::lacks_any(std::size_t cycle) const noexcept {
  for (std::size_t i = 0; i < running_.size(); ++i) {
    if (lacking_of(i, cycle) > 0) return true;
  }
  return false;
}

void framework::place(std::size_t cycle, amounts room, std::int64_t limit,
                      std::vector<launch>& out) {
  for (std::size_t i = 0; i < running_.size(); ++i) {
    const std::int64_t count = how_often(
        size(i), room, std::min(limit, lacking_of(i, cycle)));
    if (count == 0) continue;
    out.push_back({i, count});
    room -= size(i) * count;
    limit -= count;
    running_[i] += count;
  }
}

}  // namespace cluster
