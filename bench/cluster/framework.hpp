// A simulated framework.
#pragma once

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
  amounts lacking(std::size_t cycle) const noexcept;
  bool lacks_any(std::size_t cycle) const noexcept;

  // Launches on room for at most `limit` tasks what it lacks; appends to out.
  void place(std::size_t cycle, amounts room, std::int64_t limit,
             std::vector<launch>& out);

  // One of its tasks has ended.
  void ended(std::size_t size) noexcept { --running_[size]; }

  bool suppressed = true;

 private:
  std::int64_t lacking_of(std::size_t size, std::size_t cycle) const noexcept;

  const framework_plan* plan_;
  std::vector<std::int64_t> running_;
  std::size_t start_;
};

}  // namespace cluster
