#include "metrics_snapshot.hpp"

namespace apportion_mesos {

namespace {

std::uint64_t keyOf(apportion::role_id role, std::uint32_t resource) {
  return std::uint64_t{role} << 32 | resource;
}

// Where each row is, by what keyOf(row) says.
template <class Places, class Row, class KeyOf>
void place(Places& places, const std::vector<Row>& rows, KeyOf&& keyOf) {
  places.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    places.emplace(keyOf(rows[i]), i);
}

// The row of a key, or one of zeros.
template <class Places, class Row>
Row rowOf(const Places& places, const std::vector<Row>& rows,
          const typename Places::key_type& key) {
  const auto found = places.find(key);
  return found == places.end() ? Row{} : rows[found->second];
}

}  // namespace

MetricsSnapshot::MetricsSnapshot(apportion::allocator& core) {
  core.gather_metrics(metrics_);
  nameResources(core, metrics_.quantities);
  nameResources(core, metrics_.loans);
  const auto roleOf = [](const auto& row) { return row.role; };
  place(roles_, metrics_.roles, roleOf);
  place(keys_, metrics_.keys, roleOf);
  const auto quantityOf = [](const auto& row) {
    return keyOf(row.role, row.resource);
  };
  place(quantities_, metrics_.quantities, quantityOf);
  place(loans_, metrics_.loans, quantityOf);
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

apportion::role_metrics MetricsSnapshot::role(apportion::role_id role) const {
  return rowOf(roles_, metrics_.roles, role);
}

apportion::role_key MetricsSnapshot::key(apportion::role_id role) const {
  return rowOf(keys_, metrics_.keys, role);
}

apportion::quantity_metrics MetricsSnapshot::quantity(
    apportion::role_id role, const std::string& resource) const {
  const auto name = numbers_.find(resource);
  if (name == numbers_.end()) return {};
  return rowOf(quantities_, metrics_.quantities, keyOf(role, name->second));
}

apportion::loan_metrics MetricsSnapshot::loan(apportion::role_id role,
                                              const std::string& resource) const {
  const auto name = numbers_.find(resource);
  if (name == numbers_.end()) return {};
  return rowOf(loans_, metrics_.loans, keyOf(role, name->second));
}

}  // namespace apportion_mesos
