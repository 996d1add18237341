#include "metrics_snapshot.hpp"

namespace apportion_mesos {

namespace {

std::uint64_t keyOf(apportion::role_id role, std::uint32_t resource) {
  return std::uint64_t{role} << 32 | resource;
}

}  // namespace

MetricsSnapshot::MetricsSnapshot(apportion::allocator& core) {
  core.gather_metrics(metrics_);
  for (const apportion::quantity_metrics& q : metrics_.quantities) {
    const auto added = names_.emplace(q.resource, std::string());
    if (!added.second) continue;
    added.first->second = core.resource_name(q.resource);
    numbers_.emplace(added.first->second, q.resource);
  }
  roles_.reserve(metrics_.roles.size());
  for (std::size_t i = 0; i < metrics_.roles.size(); ++i) {
    roles_.emplace(metrics_.roles[i].role, i);
  }
  keys_.reserve(metrics_.keys.size());
  for (std::size_t i = 0; i < metrics_.keys.size(); ++i) {
    keys_.emplace(metrics_.keys[i].role, i);
  }
  quantities_.reserve(metrics_.quantities.size());
  for (std::size_t i = 0; i < metrics_.quantities.size(); ++i) {
    const apportion::quantity_metrics& q = metrics_.quantities[i];
    quantities_.emplace(keyOf(q.role, q.resource), i);
  }
}

apportion::role_metrics MetricsSnapshot::role(apportion::role_id role) const {
  const auto found = roles_.find(role);
  if (found == roles_.end()) return {};
  return metrics_.roles[found->second];
}

apportion::role_key MetricsSnapshot::key(apportion::role_id role) const {
  const auto found = keys_.find(role);
  if (found == keys_.end()) return {};
  return metrics_.keys[found->second];
}

apportion::quantity_metrics MetricsSnapshot::quantity(
    apportion::role_id role, const std::string& resource) const {
  const auto name = numbers_.find(resource);
  if (name == numbers_.end()) return {};
  const auto found = quantities_.find(keyOf(role, name->second));
  if (found == quantities_.end()) return {};
  return metrics_.quantities[found->second];
}

}  // namespace apportion_mesos
