// snapshot.hpp - the core's figures at one moment, for the gauges to look up.
#ifndef APPORTION_MESOS_SNAPSHOT_HPP
#define APPORTION_MESOS_SNAPSHOT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "apportion.hpp"

namespace apportion_mesos {

// Gathers on demand. A scrape reads hundreds of gauges one after the other,
// which all share one gathering, as long as nothing changes in between.
class Snapshot {
 public:
  // The figures are 0 throughout until there is a core.
  explicit Snapshot(std::optional<apportion::allocator>& core) : core_(core) {}

  // Says that what was gathered is out of date.
  void expire() { current_ = false; }

  // Figures as of now. A role or resource that has none is 0 throughout.
  const apportion::metrics& all();
  apportion::role_metrics role(apportion::role_id role);
  apportion::quantity_metrics quantity(apportion::role_id role,
                                       const std::string& resource);

  // The name of a resource in rows of the figures.
  const std::string& resourceName(std::uint32_t index);

 private:
  void gather();
  void learnNames(std::size_t count);

  std::optional<apportion::allocator>& core_;
  bool current_ = false;
  apportion::metrics metrics_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> indices_;
  std::unordered_map<apportion::role_id, std::size_t> roles_;
  std::unordered_map<std::uint64_t, std::size_t> quantities_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_SNAPSHOT_HPP
