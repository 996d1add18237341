#include "report.hpp"

#include <cstddef>
#include <functional>
#include <vector>

#include "json.hpp"
#include "statistics.hpp"

namespace cluster {
namespace {

// What an axis measures.
std::string axis(const char* label, const char* unit = "", double max = 0) {
  return json_object({{"label", json_text(label)},
                      {"unit", json_text(unit)},
                      {"max", json_number(max)}});
}

// The values at x = 1, 2, ...
std::string line(const std::string& name, const std::vector<double>& y) {
  return json_object({{"name", json_text(name)}, {"y", json_numbers(y)}});
}

// A horizontal line to compare with.
std::string level(const char* name, double y) {
  return json_object({{"name", json_text(name)}, {"y", json_number(y)}});
}

struct chart {
  const char* title;
  const char* caption;
  std::string y_axis;
  std::vector<std::string> lines;
  std::vector<std::string> levels;
  bool clip = false;  // outliers
};

std::string to_json(const chart& c) {
  return json_object({{"title", json_text(c.title)},
                      {"caption", json_text(c.caption)},
                      {"x", axis("simulated time", "s")},
                      {"y", c.y_axis},
                      {"clip", c.clip ? "true" : "false"},
                      {"levels", json_array(c.levels)},
                      {"series", json_array(c.lines)}});
}

template <class Read>
std::vector<double> series(const history& h, const Read& read) {
  std::vector<double> y;
  y.reserve(h.samples.size());
  for (const sample& s : h.samples) {
    y.push_back(static_cast<double>(std::invoke(read, s)));
  }
  return y;
}

chart latency_chart(const history& h) {
  const std::vector<double> nanos =
      series(h, [](const sample& s) { return s.cycle_seconds * 1e9; });
  const spread l = spread_of(nanos);
  return {"Cycle latency",
          "Real time of the allocation call and of reading its offers.",
          axis("latency", "ns"),
          {line("each cycle", nanos)},
          {level("p50", l.p50), level("p99", l.p99)},
          true};
}

chart offers_chart(const history& h) {
  return {"Offers and launches",
          "An offer that launches nothing is of what other tasks left over, "
          "where none of the framework's fits.",
          axis("in each cycle"),
          {line("offers", series(h, &sample::offers)),
           line("tasks launched", series(h, &sample::launched))},
          {}};
}

chart utilisation_chart(const workload& w, const history& h) {
  chart c{"Utilisation",
          "What tasks use after each cycle. GPUs are handed out whole.",
          axis("in use by tasks", "%", 100),
          {},
          {}};
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (w.total[i] == 0) continue;
    c.lines.push_back(
        line(resource_names[i], series(h, [i](const sample& s) {
               return s.utilisation[i] * 100;
             })));
  }
  return c;
}

std::string shares_to_json(const workload& w, const history& h) {
  std::vector<std::string> roles;
  for (std::size_t i = 0; i < w.roles.size(); ++i) {
    const role_plan& r = w.roles[i];
    const role_shares& s = h.shares[i];
    roles.push_back(json_object(
        {{"name", json_text(r.path)},
         {"parent",
          json_text(r.parent == no_role ? "" : w.roles[r.parent].path)},
         {"weight", json_number(r.weight)},
         {"held", json_numbers({s.held.begin(), s.held.end()})},
         {"demand", json_numbers({s.demand.begin(), s.demand.end()})}}));
  }
  return json_object(
      {{"note",
        json_text("Half of them begin at once, a quarter each after 10 and 20 "
                  "seconds; those that want more than is fair converge.")},
       {"x", json_numbers(h.share_cycles)},
       {"roles", json_array(roles)}});
}

std::string facts(const summary& figures) {
  std::vector<std::string> list;
  for (const figure& f : figures) {
    list.push_back(json_object(
        {{"name", json_text(f.name)}, {"value", json_text(f.value)}}));
  }
  return json_array(list);
}

}  // namespace

std::string json_report(const workload& w, const history& h,
                        const summary& figures) {
  const std::string charts = json_array(
      {to_json(latency_chart(h)), to_json(offers_chart(h)),
       to_json(utilisation_chart(w, h))});
  return json_object({{"format", json_text("apportion report 1")},
                      {"title", json_text("Apportion: a cluster simulated")},
                      {"facts", facts(figures)},
                      {"sections",
                       json_array({json_object({{"charts", charts}})})},
                      {"shares", shares_to_json(w, h)}}) +
         "\n";
}

}  // namespace cluster
