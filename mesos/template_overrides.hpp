// template_overrides.hpp - which of an agent's resources have a template other
// than the canonical one of their kind.
#ifndef APPORTION_MESOS_TEMPLATE_OVERRIDES_HPP
#define APPORTION_MESOS_TEMPLATE_OVERRIDES_HPP

#include <utility>
#include <vector>

#include "apportion.hpp"
#include "resource_templates.hpp"

namespace apportion_mesos {

// Few agents have any overrides, and those that do have few. Hence the list.
class TemplateOverrides {
 public:
  // Records the template that the agent has of a kind.
  void record(const ResourceTemplates& templates, ResourceTemplateId id);
  void clear() { list_.clear(); }

  // The agent's template of a kind: its override, or else the canonical one.
  ResourceTemplateId templateOf(const ResourceTemplates& templates,
                                apportion::kind_id kind) const;

 private:
  std::vector<std::pair<apportion::kind_id, ResourceTemplateId>> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_TEMPLATE_OVERRIDES_HPP
