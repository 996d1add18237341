#include "trace.hpp"

#include <array>
#include <map>

#include "csv.hpp"

namespace cluster {
namespace {

// A million cpus, a pebibyte and a thousand GPUs in one machine. It keeps the
// sums over a million agents within 64 bits.
constexpr std::int64_t max_cpu_milli = 1'000'000'000;
constexpr std::int64_t max_memory_mib = 1'073'741'824;
constexpr std::int64_t max_gpus = 1'000;

histogram read_sizes(const std::string& path, const char* gpu_column,
                     std::int64_t min_memory_mib) {
  csv_reader csv(path, {"cpu_milli", "memory_mib", gpu_column});
  std::map<std::array<std::int64_t, 3>, std::int64_t> counts;
  while (csv.next()) {
    ++counts[{csv.number(0, 1, max_cpu_milli),
              csv.number(1, min_memory_mib, max_memory_mib),
              csv.number(2, 0, max_gpus)}];
  }
  if (counts.empty()) csv.fail("there are no lines below the header");
  histogram h;
  for (const auto& [size, count] : counts) {
    h.push_back({size[0], size[1], size[2], count});
  }
  return h;
}

}  // namespace

histogram read_nodes(const std::string& path) {
  return read_sizes(path, "gpu", 1);
}

// The trace has a pod that asks for no memory.
histogram read_pods(const std::string& path) {
  return read_sizes(path, "num_gpu", 0);
}

histogram builtin_machines() {
  return {
#include "machines.inc"
  };
}

histogram builtin_tasks() {
  return {
#include "tasks.inc"
  };
}

}  // namespace cluster
