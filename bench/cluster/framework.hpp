// A simulated framework.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amounts.hpp"
#include "workload.hpp"

namespace cluster {

// So many tasks, of one of the sizes of a framework's plan.
struct launch {
  std::size_t size;
  std::int64_t count;
};

// Wants to keep numbers of tasks running, from its start on and, since nobody
// submits everything at once, more of them each second for a while. It places
// on each offer as many as it lacks and as fit.
class framework {
 public:
  framework(const framework_plan& plan, std::size_t start)
      : plan_(&plan), running_(plan.tasks.size(), 0), start_(start) {}

  std::size_t role() const noexcept { return plan_->role; }
  const amounts& size(std::size_t i) const noexcept {
    return plan_->tasks[i].size;
  }

  // What it lacks in a cycle.
  amounts lacking(std::size_t cycle) const noexcept {
    amounts sum;
    for (std::size_t i = 0; i < running_.size(); ++i) {
      sum += size(i) * lacking_of(i, cycle);
    }
    return sum;
  }

  bool lacks_any(std::size_t cycle) const noexcept {
    for (std::size_t i = 0; i < running_.size(); ++i) {
      if (lacking_of(i, cycle) > 0) return true;
    }
    return false;
  }

  // Launches on room for at most `limit` tasks what it lacks; appends to out.
  void place(std::size_t cycle, amounts room, std::int64_t limit,
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

  // One of its tasks has ended.
  void ended(std::size_t size) noexcept { --running_[size]; }

  bool suppressed = true;  // as the master was told last

 private:
  // Cycles from the start of a framework until it wants all of its tasks.
  static constexpr std::size_t ramp = 10;

  std::int64_t lacking_of(std::size_t size,
                          std::size_t cycle) const noexcept {
    if (cycle < start_) return 0;
    const auto step =
        static_cast<std::int64_t>(std::min(cycle - start_ + 1, ramp));
    const auto steps = static_cast<std::int64_t>(ramp);
    const std::int64_t wanted = plan_->tasks[size].wanted;
    const std::int64_t by_now = (wanted * step + steps - 1) / steps;
    return std::max<std::int64_t>(0, by_now - running_[size]);
  }

  const framework_plan* plan_;
  std::vector<std::int64_t> running_;
  std::size_t start_;
};

}  // namespace cluster
