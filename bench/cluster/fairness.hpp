// How far the roles are from their fair shares.
#ifndef CLUSTER_FAIRNESS_HPP
#define CLUSTER_FAIRNESS_HPP

#include <cstddef>
#include <vector>

#include "amounts.hpp"
#include "workload.hpp"

namespace cluster {

// Dominant shares, as parts of the cluster.
struct standing {
  double held = 0;
  double asked = 0;  // held, and what is lacking
  double fair = 0;

  // The distance of the weighted share.
  double distance(double weight) const noexcept {
    return (held > fair ? held - fair : fair - held) / weight;
  }
};

// Weighted max-min: divides an amount by weight among those that demand it,
// nobody getting more than is demanded; what that leaves goes to the others,
// by weight. Sizes are equal, weights positive.
std::vector<double> divide_fairly(double amount,
                                  const std::vector<double>& demands,
                                  const std::vector<double>& weights);

// The standing of each role, from what the frameworks below it hold and what
// they hold or lack.
//
// A role is compared with its siblings, as the allocator's sorters do it: what
// the siblings hold together, in dominant shares, is divided fairly among
// them. This leaves out how much of the cluster lies idle because nothing fits
// there; that is a matter of utilisation.
std::vector<standing> assess(const workload& w,
                             const std::vector<amounts>& held,
                             const std::vector<amounts>& asked);

}  // namespace cluster

#endif
