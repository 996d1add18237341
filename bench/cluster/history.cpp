#include "history.hpp"

namespace cluster {
namespace {

// About so many are kept. More would make the figures a file of more than a
// hundred megabytes.
constexpr std::size_t max_shares = 5'000'000;

}  // namespace

void remember_shares(history& h, const workload& w, std::size_t cycles,
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
