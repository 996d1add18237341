// metrics_snapshot.hpp - the core's metrics at one moment.
#ifndef APPORTION_MESOS_METRICS_SNAPSHOT_HPP
#define APPORTION_MESOS_METRICS_SNAPSHOT_HPP

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "apportion.hpp"

namespace apportion_mesos {

// A snapshot never changes once it is taken, so that any thread may read it.
class MetricsSnapshot {
 public:
  // All values are 0 without a core.
  MetricsSnapshot() = default;
  explicit MetricsSnapshot(apportion::allocator& core);

  const std::vector<apportion::role_metrics>& roles() const {
    return metrics_.roles;
  }
  const std::vector<apportion::quantity_metrics>& quantities() const {
    return metrics_.quantities;
  }

  const std::vector<apportion::loan_metrics>& loans() const {
    return metrics_.loans;
  }

  // What roles with frameworks are ordered by.
  const std::vector<apportion::role_key>& keys() const {
    return metrics_.keys;
  }

  // All values are 0 for a role or a resource that the core has no metrics of.
  apportion::role_metrics role(apportion::role_id role) const;
  apportion::quantity_metrics quantity(apportion::role_id role,
                                       const std::string& resource) const;
  apportion::loan_metrics loan(apportion::role_id role,
                               const std::string& resource) const;
  apportion::role_key key(apportion::role_id role) const;

  // The name of a resource in quantities() and loans().
  const std::string& resourceName(apportion::name_id resource) const {
    return names_.at(resource);
  }

 private:
  template <class Rows>
  void nameResources(const apportion::allocator& core, const Rows& rows);
  template <class Row>
  Row rowOf(const std::vector<Row>& rows, apportion::role_id role,
            const std::string& resource) const;

  apportion::metrics metrics_;  // The rows in the order of their keys.
  std::unordered_map<apportion::name_id, std::string> names_;
  std::unordered_map<std::string, apportion::name_id> numbers_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_METRICS_SNAPSHOT_HPP
