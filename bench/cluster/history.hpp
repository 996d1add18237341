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

// About so many are kept. More would make the figures a file of more than a
// hundred megabytes.
inline constexpr std::size_t max_shares = 5'000'000;

// Appends the shares of all roles after the cycle of the last sample, from what
// the frameworks below each hold and what they hold or lack. Of long runs with
// many roles, only every so many cycles and the last one are kept.
inline void remember_shares(history& h, const workload& w, std::size_t cycles,
                     const std::vector<amounts>& held,
                     const std::vector<amounts>& asked) {
  const std::size_t stride = 1 + cycles * w.roles.size() / max_shares;
  if ((cycles - h.samples.size()) % stride != 0) return;
  h.share_cycles.push_back(static_cast<double>(h.samples.size()));
  h.shares.resize(w.roles.size());
  for (std::size_t i = 0; i < w.roles.size(); ++i) {
    h.shares[i].held.push_back(
        static_cast<float>(dominant_share(held[i], w.total)));
    h.shares[i].demand.push_back(
        static_cast<float>(dominant_share(asked[i], w.total)));
  }
}

}  // namespace cluster
