// template_overrides.hpp - which of an agent's resources have a template other
// than the canonical one of their kind.
#ifndef APPORTION_MESOS_TEMPLATE_OVERRIDES_HPP
#define APPORTION_MESOS_TEMPLATE_OVERRIDES_HPP

#include <cstddef>
#include <vector>

#include "apportion.hpp"
#include "resource_templates.hpp"

namespace apportion_mesos {

// Few agents have any overrides, and those that do have few. Hence the list.
class TemplateOverrides {
 public:
  // Records the template that the agent has of a kind, in place of the one before.
  void record(const ResourceTemplates& templates, const SharedTemplate& t);
  // A new total begins with it.
  void clear() { list_.clear(); }

  // The agent's template of a kind: its override, or else the canonical one.
  const SharedTemplate& templateOf(const ResourceTemplates& templates,
                                   apportion::kind_id kind) const;

  // Conversions leave overrides of resources behind that the agent has no more. This
  // says that there may be many, and retain() drops those of other kinds.
  bool mayBeStale() const { return list_.size() > 2 * retained_ + 16; }
  void retain(std::vector<apportion::kind_id> kinds);

 private:
  std::vector<SharedTemplate> list_;
  std::size_t retained_ = 0;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_TEMPLATE_OVERRIDES_HPP
