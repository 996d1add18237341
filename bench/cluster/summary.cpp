#include "summary.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>

#include "statistics.hpp"
#include "text.hpp"

namespace cluster {
namespace {

std::string milliseconds(double seconds) {
  return fixed(seconds * 1e3, 1) + " ms";
}

std::string machines(const workload& w) {
  constexpr std::int64_t tebibyte = 1000LL * 1024 * 1024;  // of milli-MiB
  return grouped(w.machines.size()) + " with " +
         counted(static_cast<std::uint64_t>(w.total[cpu_index] / 1000),
                 "cpu") +
         ", " +
         grouped(static_cast<std::uint64_t>(
             (w.total[mem_index] + tebibyte / 2) / tebibyte)) +
         " TiB of memory, " +
         counted(static_cast<std::uint64_t>(w.total[gpu_index] / 1000),
                 "GPU");
}

std::string frameworks(const workload& w) {
  const auto with_gpus =
      std::count_if(w.frameworks.begin(), w.frameworks.end(),
                    [](const framework_plan& f) { return f.gpus; });
  return grouped(w.frameworks.size()) + ", " +
         grouped(static_cast<std::uint64_t>(with_gpus)) +
         " of them for GPU tasks, in " +
         counted(w.roles.size() - w.top_roles, "role") + " under " +
         grouped(w.top_roles);
}

std::string latency(const history& h) {
  std::vector<double> seconds;
  for (const sample& s : h.samples) seconds.push_back(s.cycle_seconds);
  const spread l = spread_of(seconds);
  return "p50 " + milliseconds(l.p50) + ", p99 " + milliseconds(l.p99) +
         ", max " + milliseconds(l.max) + "; half of them " +
         fixed(l.p25 * 1e3, 1) + " to " + milliseconds(l.p75);
}

std::string utilisation(const history& h) {
  std::string s;
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (i > 0) s += ", ";
    s += std::string(resource_names[i]) + " " +
         percent(h.samples.back().utilisation[i]);
  }
  return s + " after the last cycle";
}

std::string rate(const allocator_times& t) {
  const double seconds = std::max(t.operations, 1e-9);
  return grouped(t.operation_count) + ", " +
         grouped(static_cast<std::uint64_t>(
             static_cast<double>(t.operation_count) / seconds)) +
         " a second of the allocator's time";
}

std::string time_spent(const allocator_times& t, double seconds) {
  const double within = t.adding + t.cycles + t.clock + t.operations;
  return fixed(seconds, 1) + " s: " + fixed(t.adding, 1) +
         " s adding agents and frameworks, " + fixed(t.cycles, 1) +
         " s cycles, " + fixed(t.clock, 1) + " s ending filters, " +
         fixed(t.operations, 1) + " s operations, " +
         fixed(std::max(0.0, seconds - within), 1) + " s simulation";
}

std::string resident_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return fixed(static_cast<double>(usage.ru_maxrss) * 1024 / 1e6, 0) +
         " MB at most, simulation included";
}

std::string hexadecimal(std::uint64_t x) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(x));
  return text;
}

}  // namespace

summary summarise(const options& o, const workload& w, const history& h,
                  const allocator_times& times, double seconds) {
  const std::size_t cycles = h.samples.size();
  return {
      {"agents", machines(w)},
      {"frameworks", frameworks(w)},
      {"cycles", grouped(cycles) + ", one a simulated second"},
      {"offers", grouped(h.offers) + ", " + grouped(h.offers / cycles) +
                     " a cycle"},
      {"tasks launched", grouped(h.launched)},
      {"cycle latency", latency(h)},
      {"operations", rate(times)},
      {"utilisation", utilisation(h)},
      {"whole agents", grouped(h.samples.back().whole_agents) +
                           " run nothing after the last cycle, " +
                           grouped(h.samples.back().whole_gpu_agents) +
                           " of them with GPUs"},
      {"resident memory", resident_memory()},
      {"time", time_spent(times, seconds)},
      {"seed", std::to_string(o.seed)},
      {"digest of all offers", hexadecimal(h.digest)},
  };
}

std::string table(const summary& figures) {
  std::size_t width = 0;
  for (const figure& f : figures) width = std::max(width, f.name.size());
  std::string text;
  for (const figure& f : figures) {
    text += f.name + std::string(width - f.name.size() + 2, ' ') + f.value +
            "\n";
  }
  return text;
}

}  // namespace cluster
