// What is remembered of a run, for the table and the plots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "amounts.hpp"
#include "workload.hpp"

namespace cluster {

// One cycle, and the cluster when all its offers are answered.
struct sample {
  double cycle_seconds = 0;
  std::size_t offers = 0;
  std::size_t launched = 0;  // tasks
  std::size_t whole_agents = 0;      // that run nothing
  std::size_t whole_gpu_agents = 0;  // those of them that have GPUs
  std::array<double, resource_count> utilisation{};
};

// The dominant shares of a role at some cycles, as parts of the cluster.
struct role_shares {
  std::vector<float> held;
  std::vector<float> demand;  // held, and what is lacking
};

struct history {
  std::vector<sample> samples;
  // By role; taken after the cycles that are named, counted from 1. From these
  // it is figured who had what is fair.
  std::vector<role_shares> shares;
  std::vector<double> share_cycles;

  std::uint64_t offers = 0;
  std::uint64_t launched = 0;
  std::uint64_t digest = 0;  // of all offers
};

// Appends the shares of all roles after the cycle of the last sample, from what
// the frameworks below each hold and what they hold or lack. Of long runs with
// many roles, only every so many cycles and the last one are kept.
void remember_shares(history& h, const workload& w, std::size_t cycles,
                     const std::vector<amounts>& held,
                     const std::vector<amounts>& asked);

}  // namespace cluster
