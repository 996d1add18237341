// resource_conversions.hpp - operations (reserve, create, grow, ...) as
// ResourceConversions, and these as the core takes them.
#ifndef APPORTION_MESOS_RESOURCE_CONVERSIONS_HPP
#define APPORTION_MESOS_RESOURCE_CONVERSIONS_HPP

#include <deque>
#include <vector>

#include "apportion.hpp"
#include "mesos_names.hpp"
#include "resource_translation.hpp"
#include "template_overrides.hpp"

namespace apportion_mesos {

// The conversions that an operator's or a framework's operation makes. An error
// says that the operation makes none that an allocator could follow: it
// launches tasks, or changes disks of a resource provider.
Try<std::vector<ResourceConversion>> resourceConversionsOf(
    const Offer::Operation& operation);

// Conversions as the core takes them, and the memory that they point to.
class ConversionRows {
 public:
  explicit ConversionRows(ResourceTranslation& translation)
      : translation_(translation) {}

  // Records the templates of the converted resources in overrides, if not null.
  void add(const ResourceConversion& conversion, TemplateOverrides* overrides);

  // What is consumed is of the kinds of what is held: repeated_labels.hpp.
  void useHeldKinds(const std::vector<apportion::resource>& held);

  // Good until the next add().
  apportion::view<apportion::conversion> view() const { return list_; }

 private:
  ResourceTranslation& translation_;
  std::deque<ResourceRows> rows_;
  std::vector<apportion::conversion> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RESOURCE_CONVERSIONS_HPP
