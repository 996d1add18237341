#include "snapshot.hpp"

namespace apportion_mesos {

namespace {

std::uint64_t keyOf(apportion::role_id role, std::uint32_t resource) {
  return std::uint64_t{role} << 32 | resource;
}

}  // namespace

const apportion::metrics& Snapshot::all() {
  if (!current_) gather();
  return metrics_;
}

apportion::role_metrics Snapshot::role(apportion::role_id role) {
  all();
  const auto found = roles_.find(role);
  if (found == roles_.end()) return {};
  return metrics_.roles[found->second];
}

apportion::quantity_metrics Snapshot::quantity(apportion::role_id role,
                                               const std::string& resource) {
  all();
  const auto name = indices_.find(resource);
  if (name == indices_.end()) return {};
  const auto found = quantities_.find(keyOf(role, name->second));
  if (found == quantities_.end()) return {};
  return metrics_.quantities[found->second];
}

const std::string& Snapshot::resourceName(std::uint32_t index) {
  learnNames(std::size_t{index} + 1);
  return names_[index];
}

void Snapshot::gather() {
  if (!core_) return;
  core_->gather_metrics(metrics_);
  learnNames(metrics_.counts.resource_names);
  roles_.clear();
  for (std::size_t i = 0; i < metrics_.roles.size(); ++i) {
    roles_.emplace(metrics_.roles[i].role, i);
  }
  quantities_.clear();
  for (std::size_t i = 0; i < metrics_.quantities.size(); ++i) {
    const apportion::quantity_metrics& q = metrics_.quantities[i];
    quantities_.emplace(keyOf(q.role, q.resource), i);
  }
  current_ = true;
}

void Snapshot::learnNames(std::size_t count) {
  while (names_.size() < count) {
    const auto index = static_cast<std::uint32_t>(names_.size());
    names_.push_back(core_->resource_name(index));
    indices_.emplace(names_.back(), index);
  }
}

}  // namespace apportion_mesos
