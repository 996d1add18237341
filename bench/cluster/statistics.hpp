// Percentiles.
#ifndef CLUSTER_STATISTICS_HPP
#define CLUSTER_STATISTICS_HPP

#include <vector>

namespace cluster {

// The middle of a sample, its spread and its tail.
struct spread {
  double p25 = 0;
  double p50 = 0;
  double p75 = 0;
  double p99 = 0;
  double max = 0;
};

// The value below which a part of the ascending values lies, between two of
// them in proportion to their distance. There is at least one value.
double percentile(const std::vector<double>& ascending, double part);

// All 0 if there are no values.
spread spread_of(std::vector<double> values);

}  // namespace cluster

#endif
