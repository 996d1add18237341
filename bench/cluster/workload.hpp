// What the simulated cluster is made of and what is asked of it: all that is
// settled before the first cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "amounts.hpp"
#include "histogram.hpp"
#include "options.hpp"

namespace cluster {

// As the parent of top-level roles.
inline constexpr std::size_t no_role = SIZE_MAX;

struct role_plan {
  std::string path;
  std::size_t parent = no_role;
  double weight = 1;
  // What its frameworks ask for, as a multiple of what is theirs by weight.
  double appetite = 1;
  std::size_t start = 0;  // cycle in which its frameworks begin
};

// Tasks of one size of one framework.
struct task_plan {
  amounts size;
  std::int64_t wanted = 0;  // to be running at a time
};

struct framework_plan {
  std::string id;
  std::size_t role = 0;
  bool gpus = false;  // has the capability GPU_RESOURCES
  std::vector<task_plan> tasks;
};

// Roles come with the top-level ones first; frameworks subscribe to the others.
struct workload {
  std::vector<amounts> machines;
  amounts total;  // of all machines
  std::vector<role_plan> roles;
  std::size_t top_roles = 0;
  std::vector<framework_plan> frameworks;
};

// Throws usage_error if no task fits on any machine.
workload plan(const options& o, const histogram& machines,
              const histogram& tasks);

}  // namespace cluster
