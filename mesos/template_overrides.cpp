#include "template_overrides.hpp"

#include <algorithm>

namespace apportion_mesos {

void TemplateOverrides::record(const ResourceTemplates& templates,
                               const SharedTemplate& t) {
  const auto at =
      std::find_if(list_.begin(), list_.end(),
                   [&](const auto& other) { return other->kind == t->kind; });
  if (templates.canonical(t->kind) == t) {
    if (at != list_.end()) list_.erase(at);
  } else if (at != list_.end()) {
    *at = t;
  } else {
    list_.push_back(t);
  }
}

const SharedTemplate& TemplateOverrides::templateOf(
    const ResourceTemplates& templates, apportion::kind_id kind) const {
  for (const SharedTemplate& t : list_) {
    if (t->kind == kind) return t;
  }
  return templates.canonical(kind);
}

void TemplateOverrides::retain(std::vector<apportion::kind_id> kinds) {
  std::sort(kinds.begin(), kinds.end());
  const auto isStale = [&](const SharedTemplate& t) {
    return !std::binary_search(kinds.begin(), kinds.end(), t->kind);
  };
  list_.erase(std::remove_if(list_.begin(), list_.end(), isStale), list_.end());
  retained_ = list_.size();
}

}  // namespace apportion_mesos
