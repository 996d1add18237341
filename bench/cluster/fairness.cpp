#include "fairness.hpp"

#include <algorithm>
#include <numeric>

namespace cluster {
namespace {

void assess_siblings(const workload& w,
                     const std::vector<std::size_t>& siblings,
                     std::vector<standing>& standings) {
  double together = 0;
  std::vector<double> demands, weights;
  for (const std::size_t i : siblings) {
    together += standings[i].held;
    demands.push_back(standings[i].asked);
    weights.push_back(w.roles[i].weight);
  }
  const std::vector<double> fair = divide_fairly(together, demands, weights);
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    standings[siblings[i]].fair = fair[i];
  }
}

}  // namespace

std::vector<double> divide_fairly(double amount,
                                  const std::vector<double>& demands,
                                  const std::vector<double>& weights) {
  std::vector<std::size_t> order(demands.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return demands[a] * weights[b] < demands[b] * weights[a];
  });
  double weight_left = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> parts(demands.size(), 0);
  // Those that demand least for their weight are satisfied first.
  for (const std::size_t i : order) {
    parts[i] = std::min(demands[i], amount * weights[i] / weight_left);
    amount -= parts[i];
    weight_left -= weights[i];
  }
  return parts;
}

std::vector<standing> assess(const workload& w,
                             const std::vector<amounts>& held,
                             const std::vector<amounts>& asked) {
  std::vector<standing> standings(w.roles.size());
  std::vector<std::size_t> top;
  std::vector<std::vector<std::size_t>> below(w.top_roles);
  for (std::size_t i = 0; i < w.roles.size(); ++i) {
    standings[i].held = dominant_share(held[i], w.total);
    standings[i].asked = dominant_share(asked[i], w.total);
    const std::size_t parent = w.roles[i].parent;
    (parent == no_role ? top : below[parent]).push_back(i);
  }
  assess_siblings(w, top, standings);
  for (const auto& siblings : below) assess_siblings(w, siblings, standings);
  return standings;
}

}  // namespace cluster
