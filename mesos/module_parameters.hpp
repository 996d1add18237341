// module_parameters.hpp - the module's parameters in the JSON of --modules.
#ifndef APPORTION_MESOS_MODULE_PARAMETERS_HPP
#define APPORTION_MESOS_MODULE_PARAMETERS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apportion.hpp"
#include "lending_parameters.hpp"
#include "policy_parameters.hpp"

namespace apportion_mesos {

struct Settings {
  std::string roleSorter = "drf";
  std::string frameworkSorter = "drf";
  std::uint32_t agentOrder = APPORTION_ORDER_RANDOM;
  // Drawn anew by each master if there is none.
  std::optional<std::uint64_t> seed;
  std::int32_t gcPercent = 0;         // 0: unchanged
  std::int64_t memoryLimitBytes = 0;  // 0: unchanged
  bool nestedQuota = false;
  std::string recordFolder;           // empty: nothing is ever recorded
  std::int64_t recordLimitBytes = 0;  // 0: a gibibyte
  std::int64_t recordSeconds = 0;     // between snapshots; 0: ten minutes
  bool recordAtStart = true;
  PolicySettings policies;
  LendingSettings lending;
  std::int64_t lendGraceSeconds = 30;
  std::int64_t lendLeastSeconds = 0;
};

using KeyValues = std::vector<std::pair<std::string, std::string>>;

// Reads parameters into settings. Returns what is wrong with them; empty if
// nothing is. An unknown parameter is an error that names the known ones, and so is
// one that comes twice.
std::string readParameters(const KeyValues& parameters, Settings& settings);

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_MODULE_PARAMETERS_HPP
