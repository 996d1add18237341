#include "history.hpp"

#include <algorithm>
#include <limits>

namespace cluster {
namespace {

// More lines than that can't be told apart in a plot, and cost memory.
constexpr std::size_t max_fulfilments = 200;
constexpr std::size_t max_top_shares = 50;

}  // namespace

void remember(history& h, const workload& w, sample s,
              const std::vector<standing>& standings) {
  const std::size_t tops = std::min(w.top_roles, max_top_shares);
  h.top_shares.resize(tops);
  h.wants_more.resize(tops);
  for (std::size_t i = 0; i < tops; ++i) {
    const standing& st = standings[i];
    const double share = st.held / w.roles[i].weight;
    h.top_shares[i].push_back(static_cast<float>(share));
    h.wants_more[i] = st.asked > st.fair;
  }
  h.fulfilments.resize(
      std::min(w.roles.size() - w.top_roles, max_fulfilments));
  for (std::size_t i = 0; i < h.fulfilments.size(); ++i) {
    const standing& st = standings[w.top_roles + i];
    h.fulfilments[i].push_back(
        st.fair > 0 ? static_cast<float>(st.held / st.fair)
                    : std::numeric_limits<float>::quiet_NaN());
  }
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const double distance = standings[i].distance(w.roles[i].weight);
    if (i > 0 && distance <= s.distance) continue;
    s.distance = distance;
    s.farthest = i;
    s.farthest_standing = standings[i];
  }
  h.offers += s.offers;
  h.launched += s.launched;
  h.samples.push_back(s);
}

}  // namespace cluster
