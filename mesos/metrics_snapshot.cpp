#include "metrics_snapshot.hpp"

#include <algorithm>

namespace apportion_mesos {

namespace {

// What finds a row: its role, and its resource if there is one.
std::uint64_t keyOf(apportion::role_id role, apportion::name_id resource) {
  return std::uint64_t{role.value()} << 32 | resource.value();
}
std::uint64_t keyOf(const apportion::role_metrics& row) {
  return row.role.value();
}
std::uint64_t keyOf(const apportion::role_key& row) { return row.role.value(); }
template <class Row>
std::uint64_t keyOf(const Row& row) {
  return keyOf(row.role, row.resource);
}

template <class Row>
void sortByKey(std::vector<Row>& rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return keyOf(a) < keyOf(b);
  });
}

// The row of a key, or one of zeros.
template <class Row>
Row find(const std::vector<Row>& rows, std::uint64_t key) {
  const auto found = std::lower_bound(
      rows.begin(), rows.end(), key,
      [](const Row& row, std::uint64_t key) { return keyOf(row) < key; });
  return found != rows.end() && keyOf(*found) == key ? *found : Row{};
}

}  // namespace

MetricsSnapshot::MetricsSnapshot(apportion::allocator& core) {
  core.gather_metrics(metrics_);
  nameResources(core, metrics_.quantities);
  nameResources(core, metrics_.loans);
  sortByKey(metrics_.roles);
  sortByKey(metrics_.keys);
  sortByKey(metrics_.quantities);
  sortByKey(metrics_.loans);
}

template <class Rows>
void MetricsSnapshot::nameResources(const apportion::allocator& core,
                                    const Rows& rows) {
  for (const auto& row : rows) {
    const auto added = names_.emplace(row.resource, std::string());
    if (!added.second) continue;
    added.first->second = core.resource_name(row.resource);
    numbers_.emplace(added.first->second, row.resource);
  }
}

template <class Row>
Row MetricsSnapshot::rowOf(const std::vector<Row>& rows,
                           apportion::role_id role,
                           const std::string& resource) const {
  const auto number = numbers_.find(resource);
  if (number == numbers_.end()) return {};
  return find(rows, keyOf(role, number->second));
}

apportion::role_metrics MetricsSnapshot::role(apportion::role_id role) const {
  return find(metrics_.roles, role.value());
}

apportion::role_key MetricsSnapshot::key(apportion::role_id role) const {
  return find(metrics_.keys, role.value());
}

apportion::quantity_metrics MetricsSnapshot::quantity(
    apportion::role_id role, const std::string& resource) const {
  return rowOf(metrics_.quantities, role, resource);
}

apportion::loan_metrics MetricsSnapshot::loan(
    apportion::role_id role, const std::string& resource) const {
  return rowOf(metrics_.loans, role, resource);
}

}  // namespace apportion_mesos
