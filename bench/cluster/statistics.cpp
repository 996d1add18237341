#include "statistics.hpp"

#include <algorithm>
#include <cstddef>

namespace cluster {
namespace {

// The value below which a part of the ascending values lies, between two of
// them in proportion to their distance. There is at least one value.
double percentile(const std::vector<double>& ascending, double part) {
  const double place = part * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  const double beyond = place - static_cast<double>(below);
  return ascending[below] + beyond * (ascending[above] - ascending[below]);
}

}  // namespace

spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {percentile(values, 0.25), percentile(values, 0.5),
          percentile(values, 0.75), percentile(values, 0.99), values.back()};
}

}  // namespace cluster
