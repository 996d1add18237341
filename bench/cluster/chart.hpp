// Line charts as inline SVG.
#ifndef CLUSTER_CHART_HPP
#define CLUSTER_CHART_HPP

#include <string>
#include <vector>

namespace cluster {

// The values at x = 1, 2, ...; NaN leaves a gap.
struct line {
  std::string name;  // in the legend; empty: not there
  std::string colour;
  std::vector<double> y;
  double width = 1.75;
  double opacity = 1;
  bool dashed = false;
};

struct chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<line> lines;
  double y_max = 0;  // 0: as the lines need it; what is above is cut off
};

// An <svg> element that refers to nothing outside of itself.
std::string svg(const chart& c);

}  // namespace cluster

#endif
