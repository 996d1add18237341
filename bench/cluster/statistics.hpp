// Percentiles.
#pragma once

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

// All 0 if there are no values.
spread spread_of(std::vector<double> values);

}  // namespace cluster
