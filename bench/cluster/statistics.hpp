// Percentiles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cluster {

// The value below which a part of the ascending values lies, between two of
// them in proportion to their distance. There is at least one value.
inline double percentile(const std::vector<double>& ascending, double part) {
  const double place = part * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double beyond = place - static_cast<double>(below);
  return ascending[below] + beyond * (ascending[above] - ascending[below]);
}

// The middle of a sample, its spread and its tail.
struct spread {
  double p25 = 0;
  double p50 = 0;
  double p75 = 0;
  double p99 = 0;
  double max = 0;
};

// All 0 if there are no values.
inline spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {percentile(values, 0.25), percentile(values, 0.5),
          percentile(values, 0.75), percentile(values, 0.99), values.back()};
}

}  // namespace cluster
