#include "report.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "chart.hpp"
#include "statistics.hpp"
#include "text.hpp"
#include "usage_error.hpp"

namespace cluster {
namespace {

constexpr const char* blue = "#1f6feb";
constexpr const char* orange = "#d9730d";
constexpr const char* green = "#1a7f37";
constexpr const char* grey = "#6e7781";
constexpr const char* seconds_label = "simulated time (s)";

constexpr const char* head =
    "<!DOCTYPE html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>Apportion: cluster simulation</title>\n"
    "<style>\n"
    "body { margin: 2rem auto; max-width: 1520px; padding: 0 1.5rem;\n"
    "  background: #fff; color: #1f2328; font: 15px/1.5 system-ui,\n"
    "  \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif; }\n"
    "h1 { font-size: 1.5rem; } h2 { font-size: 1.05rem; margin: 0; }\n"
    "table { border-collapse: collapse; margin: 1rem 0 2rem; }\n"
    "th, td { text-align: left; vertical-align: top;\n"
    "  padding: .3rem 1.5rem .3rem 0; border-bottom: 1px solid #e3e7eb; }\n"
    "th { font-weight: 600; white-space: pre; }\n"
    "main { display: grid; gap: 2rem;\n"
    "  grid-template-columns: repeat(auto-fit, minmax(min(100%, 600px), "
    "1fr)); }\n"
    "figure { margin: 0; } p { margin: .25rem 0 0; color: #57606a; }\n"
    "svg { width: 100%; height: auto; font-size: 13px; fill: #424a53; }\n"
    "</style>\n"
    "</head>\n"
    "<body>\n"
    "<h1>Apportion: a cluster simulated</h1>\n";

std::vector<double> levelled(std::size_t count, double value) {
  return std::vector<double>(count, value);
}

template <class Read>
std::vector<double> series(const history& h, const Read& read) {
  std::vector<double> y;
  y.reserve(h.samples.size());
  for (const sample& s : h.samples) y.push_back(read(s));
  return y;
}

chart latency_chart(const history& h) {
  const std::vector<double> ms =
      series(h, [](const sample& s) { return s.cycle_seconds * 1e3; });
  const spread l = spread_of(ms);
  chart c{"Cycle latency", seconds_label, "latency (ms)", {}, 0};
  c.lines.push_back({"each cycle", blue, ms});
  c.lines.push_back({"p50", grey, levelled(ms.size(), l.p50), 1.25, 1, true});
  c.lines.push_back(
      {"p99", orange, levelled(ms.size(), l.p99), 1.25, 1, true});
  return c;
}

chart offers_chart(const history& h) {
  chart c{"Offers and launches", seconds_label, "thousands a cycle", {}, 0};
  c.lines.push_back({"offers", blue, series(h, [](const sample& s) {
                       return static_cast<double>(s.offers) / 1e3;
                     })});
  c.lines.push_back({"tasks launched", orange, series(h, [](const sample& s) {
                       return static_cast<double>(s.launched) / 1e3;
                     })});
  return c;
}

chart utilisation_chart(const workload& w, const history& h) {
  constexpr const char* colours[resource_count] = {blue, green, orange};
  chart c{"Utilisation", seconds_label, "in use by tasks (%)", {}, 100};
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (w.total[i] == 0) continue;
    c.lines.push_back(
        {resource_names[i], colours[i], series(h, [i](const sample& s) {
           return s.utilisation[i] * 100;
         })});
  }
  return c;
}

chart distance_chart(const history& h) {
  chart c{"Largest distance from fair", seconds_label,
          "distance (% of the cluster)", {}, 0};
  c.lines.push_back({"", blue, series(h, [](const sample& s) {
                       return s.distance * 100;
                     })});
  return c;
}

chart top_share_chart(const history& h) {
  chart c{"Weighted shares of the top-level roles", seconds_label,
          "dominant share / weight (%)", {}, 0};
  bool named[2] = {false, false};
  for (std::size_t i = 0; i < h.top_shares.size(); ++i) {
    const bool more = h.wants_more[i];
    const char* name = more ? "wants more than fair" : "wants less";
    line l{named[more] ? "" : name, more ? blue : orange, {}, 1.25, .75};
    named[more] = true;
    for (const float share : h.top_shares[i]) l.y.push_back(share * 100.0);
    c.lines.push_back(l);
  }
  return c;
}

// The median over the roles in each cycle, of those that have a value.
std::vector<double> medians(const std::vector<std::vector<float>>& roles) {
  std::vector<double> result;
  for (std::size_t cycle = 0; !roles.empty() && cycle < roles[0].size();
       ++cycle) {
    std::vector<double> values;
    for (const auto& role : roles) {
      if (role[cycle] == role[cycle]) values.push_back(role[cycle]);
    }
    result.push_back(spread_of(values).p50);
  }
  return result;
}

chart fulfilment_chart(const history& h) {
  chart c{"Shares of the roles below", seconds_label,
          "share held / fair share", {}, 2};
  for (const auto& role : h.fulfilments) {
    c.lines.push_back({c.lines.empty() ? "a role" : "", blue,
                       {role.begin(), role.end()}, 1, .25});
  }
  c.lines.push_back({"median", orange, medians(h.fulfilments), 2});
  c.lines.push_back(
      {"fair", grey, levelled(h.samples.size(), 1), 1.25, 1, true});
  return c;
}

std::string figure_of(const chart& c, const std::string& caption) {
  return "<figure>\n<h2>" + c.title + "</h2>\n<p>" + caption + "</p>\n" +
         svg(c) + "</figure>\n";
}

// Names and values come from this program, but for nothing that would have to
// be escaped.
std::string table_of(const summary& figures) {
  std::string s = "<table>\n";
  for (const figure& f : figures) {
    s += "<tr><th>" + f.name + "</th><td>" + f.value + "</td></tr>\n";
  }
  return s + "</table>\n";
}

}  // namespace

std::string html_report(const workload& w, const history& h,
                        const summary& figures) {
  std::string s = head + table_of(figures) + "<main>\n";
  s += figure_of(latency_chart(h),
                 "Real time of the allocation call and of reading its offers.");
  s += figure_of(offers_chart(h),
                 "An offer that launches nothing is of what other tasks left "
                 "over, where none of the framework's fits.");
  s += figure_of(utilisation_chart(w, h),
                 "What tasks use after each cycle. GPUs are handed out whole.");
  s += figure_of(distance_chart(h),
                 "Of any role's weighted dominant share from what progressive "
                 "filling gives it of what it and its siblings hold.");
  s += figure_of(top_share_chart(h),
                 "Half of them begin at once, a quarter each after 10 and 20 "
                 "seconds; those that want more than is fair converge.");
  s += figure_of(fulfilment_chart(h),
                 "What part each role holds of its fair share among its "
                 "siblings.");
  return s + "</main>\n</body>\n</html>\n";
}

void prepare_file(const std::string& path) {
  const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
  std::error_code failure;
  if (!folder.empty()) std::filesystem::create_directories(folder, failure);
  if (failure) {
    throw usage_error(folder.string() + ": " + failure.message());
  }
  errno = 0;
  if (!std::ofstream(path, std::ios::app)) {
    throw usage_error(path + ": " + std::strerror(errno));
  }
}

void write_file(const std::string& path, const std::string& content) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  if (!out) throw std::runtime_error(path + ": " + std::strerror(errno));
}

}  // namespace cluster
