// What is remembered of a run, for the table and the plots.
#ifndef CLUSTER_HISTORY_HPP
#define CLUSTER_HISTORY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amounts.hpp"
#include "fairness.hpp"
#include "workload.hpp"

namespace cluster {

// One cycle, and the cluster when all its offers are answered.
struct sample {
  double cycle_seconds = 0;
  std::size_t offers = 0;
  std::size_t launched = 0;  // tasks
  std::size_t whole_agents = 0;  // that run nothing
  std::array<double, resource_count> utilisation{};
  // The largest distance of any role's weighted share from fair, and its role.
  double distance = 0;
  std::size_t farthest = 0;
  standing farthest_standing;
};

struct history {
  std::vector<sample> samples;
  // By role and cycle: weighted dominant shares of the top-level roles, and
  // what part of its fair share each of the first roles below holds, NaN where
  // that is 0.
  std::vector<std::vector<float>> top_shares;
  std::vector<std::vector<float>> fulfilments;
  // Whether each top-level role asked for more than fair at the end.
  std::vector<bool> wants_more;

  std::uint64_t offers = 0;
  std::uint64_t launched = 0;
  std::uint64_t digest = 0;  // of all offers
};

// Appends a cycle, its standings to be found in a vector by role.
void remember(history& h, const workload& w, sample s,
              const std::vector<standing>& standings);

}  // namespace cluster

#endif
