// resource_templates.hpp - Resource messages without amount and allocation,
// which offers are made from.
#ifndef APPORTION_MESOS_RESOURCE_TEMPLATES_HPP
#define APPORTION_MESOS_RESOURCE_TEMPLATES_HPP

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>

#include <mesos/mesos.hpp>

#include "apportion.hpp"

namespace apportion_mesos {

// The number of a template: of all of a Resource but its value and its
// allocation. Several templates may be of one kind of the core, since a kind
// leaves out what Mesos ignores when it compares resources: how a volume is
// mounted, and the principal that created it.
using ResourceTemplateId = std::uint32_t;

// Interns templates, and tells the core of their kinds.
class ResourceTemplates {
 public:
  explicit ResourceTemplates(apportion::allocator& core)
      : core_(core) {}

  // The id of a resource's template. The resource must be one that Mesos calls
  // valid, with its reservations in the refined format.
  ResourceTemplateId id(const ::mesos::Resource& resource);

  apportion::kind_id kind(ResourceTemplateId id) const {
    return entries_[id].kind;
  }

  // The template itself.
  const ::mesos::Resource& resource(ResourceTemplateId id) const {
    return entries_[id].resource;
  }

  // The first template that was seen of a kind.
  ResourceTemplateId canonical(apportion::kind_id kind) const {
    return canonical_.at(kind);
  }

 private:
  struct Entry {
    apportion::kind_id kind;
    ::mesos::Resource resource;
  };

  ResourceTemplateId add(const ::mesos::Resource& resource);

  apportion::allocator& core_;
  std::deque<Entry> entries_;
  std::unordered_map<apportion::kind_id, ResourceTemplateId> canonical_;
  // Templates that have nothing but a name, by type and name.
  std::unordered_map<std::string, ResourceTemplateId> byName_[4];
  // All others, by the key that is made in key_.
  std::unordered_map<std::string, ResourceTemplateId> byKey_;
  std::string key_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RESOURCE_TEMPLATES_HPP
