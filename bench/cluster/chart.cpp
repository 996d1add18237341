#include "chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "text.hpp"

namespace cluster {
namespace {

// In SVG's user units, which are pixels at the size that the page shows.
constexpr double width = 720;
constexpr double height = 320;
constexpr double left = 64, right = 16, top = 40, bottom = 52;
constexpr double plot_width = width - left - right;
constexpr double plot_height = height - top - bottom;

constexpr int ticks = 5;  // about so many on the y axis

// More points than that are not told apart.
constexpr std::size_t max_points = 720;

// 1, 2 or 5 times a power of ten, such that about `count` steps make up span.
double nice_step(double span, int count) {
  const double raw = span / count;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * 1.0001) return factor * power;
  }
  return 10 * power;
}

int digits_for(double step) {
  return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

// Where the axis ends: at a tick.
double highest(const chart& c) {
  if (c.y_max > 0) return c.y_max;
  double y = 0;
  for (const line& l : c.lines) {
    for (const double v : l.y) {
      if (std::isfinite(v)) y = std::max(y, v);
    }
  }
  if (y == 0) return 1;
  const double step = nice_step(y, ticks);
  return std::ceil(y / step) * step;
}

std::size_t longest(const chart& c) {
  std::size_t n = 1;
  for (const line& l : c.lines) n = std::max(n, l.y.size());
  return n;
}

// Where values are in the picture.
class frame {
 public:
  explicit frame(const chart& c)
      : x_max_(static_cast<double>(std::max<std::size_t>(2, longest(c)))),
        y_max_(highest(c)) {}

  double x(double value) const {
    return left + (value - 1) / (x_max_ - 1) * plot_width;
  }
  double y(double value) const {
    return top + (1 - std::min(value / y_max_, 1.0)) * plot_height;
  }
  double x_max() const { return x_max_; }
  double y_max() const { return y_max_; }

 private:
  double x_max_;
  double y_max_;
};

std::string text_at(double x, double y, const std::string& anchor,
                    const std::string& text) {
  return "<text x=\"" + fixed(x, 1) + "\" y=\"" + fixed(y, 1) +
         "\" text-anchor=\"" + anchor + "\">" + text + "</text>\n";
}

std::string rule(double x1, double y1, double x2, double y2,
                 const char* colour) {
  return "<line x1=\"" + fixed(x1, 1) + "\" y1=\"" + fixed(y1, 1) +
         "\" x2=\"" + fixed(x2, 1) + "\" y2=\"" + fixed(y2, 1) +
         "\" stroke=\"" + colour + "\"/>\n";
}

std::string axes(const chart& c, const frame& f) {
  std::string s;
  const double y_step = nice_step(f.y_max(), ticks);
  for (int i = 0; i * y_step <= f.y_max() * 1.0001; ++i) {
    const double y = f.y(i * y_step);
    s += rule(left, y, width - right, y, i == 0 ? "#6e7781" : "#e3e7eb");
    s += text_at(left - 8, y + 4, "end",
                 fixed(i * y_step, digits_for(y_step)));
  }
  const double x_step = std::max(1.0, nice_step(f.x_max(), 10));
  for (double x = x_step; x <= f.x_max(); x += x_step) {
    s += rule(f.x(x), height - bottom, f.x(x), height - bottom + 5, "#6e7781");
    s += text_at(f.x(x), height - bottom + 20, "middle", fixed(x, 0));
  }
  s += text_at(left + plot_width / 2, height - 10, "middle", c.x_label);
  const double middle = top + plot_height / 2;
  s += "<text transform=\"translate(16 " + fixed(middle, 1) +
       ") rotate(-90)\" text-anchor=\"middle\">" + c.y_label + "</text>\n";
  return s;
}

std::string style(const line& l, double opacity) {
  return "fill=\"none\" stroke=\"" + l.colour + "\" stroke-width=\"" +
         fixed(l.width, 2) + "\" stroke-opacity=\"" + fixed(opacity, 2) +
         "\" stroke-linejoin=\"round\"" +
         (l.dashed ? " stroke-dasharray=\"6 4\"" : "");
}

std::string path(const line& l, const frame& f) {
  const std::size_t stride = (l.y.size() + max_points - 1) / max_points;
  std::string d;
  bool drawing = false;
  for (std::size_t i = 0; i < l.y.size(); i += stride) {
    if (!std::isfinite(l.y[i])) {
      drawing = false;
      continue;
    }
    d += (drawing ? "L" : "M") + fixed(f.x(static_cast<double>(i + 1)), 1) +
         " " + fixed(f.y(l.y[i]), 1);
    drawing = true;
  }
  return "<path d=\"" + d + "\" " + style(l, l.opacity) + "/>\n";
}

std::string legend(const chart& c) {
  constexpr double swatch = 22, gap = 18, letter = 7, faintest = 0.6;
  std::string s;
  double x = left;
  for (const line& l : c.lines) {
    if (l.name.empty()) continue;
    s += "<path d=\"M" + fixed(x, 1) + " 20h" + fixed(swatch, 0) + "\" " +
         style(l, std::max(l.opacity, faintest)) + "/>\n" +
         text_at(x + swatch + 6, 24, "start", l.name);
    x += swatch + 6 + letter * static_cast<double>(l.name.size()) + gap;
  }
  return s;
}

}  // namespace

std::string svg(const chart& c) {
  const frame f(c);
  std::string s = "<svg viewBox=\"0 0 " + fixed(width, 0) + " " +
                  fixed(height, 0) + "\" role=\"img\" aria-label=\"" +
                  c.title + "\">\n";
  s += axes(c, f) + legend(c);
  for (const line& l : c.lines) s += path(l, f);
  return s + "</svg>\n";
}

}  // namespace cluster
