#include "template_overrides.hpp"

#include <algorithm>

namespace apportion_mesos {

void TemplateOverrides::record(const ResourceTemplates& templates,
                               ResourceTemplateId id) {
  const apportion::kind_id kind = templates.kind(id);
  const auto at = std::find_if(list_.begin(), list_.end(),
                               [&](const auto& e) { return e.first == kind; });
  if (templates.canonical(kind) == id) {
    if (at != list_.end()) list_.erase(at);
  } else if (at != list_.end()) {
    at->second = id;
  } else {
    list_.emplace_back(kind, id);
  }
}

ResourceTemplateId TemplateOverrides::templateOf(
    const ResourceTemplates& templates, apportion::kind_id kind) const {
  for (const auto& e : list_) {
    if (e.first == kind) return e.second;
  }
  return templates.canonical(kind);
}

}  // namespace apportion_mesos
