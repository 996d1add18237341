// resource_templates.hpp - Resource messages without amount and allocation,
// which offers are made from.
#ifndef APPORTION_MESOS_RESOURCE_TEMPLATES_HPP
#define APPORTION_MESOS_RESOURCE_TEMPLATES_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "apportion.hpp"
#include "mesos_names.hpp"
#include "unused_entries.hpp"

namespace apportion_mesos {

// All of a Resource but its value and its allocation. Several templates may be of
// one kind of the core, since a kind leaves out what Mesos ignores when it compares
// resources: how a volume is mounted, and the principal that created it.
struct ResourceTemplate {
  apportion::kind_id kind;
  std::uint64_t serial;  // Of this template alone, ever.
  Resource resource;
  std::string key;
  bool used = true;  // Since it was last looked at.
};

using SharedTemplate = std::shared_ptr<ResourceTemplate>;

// Interns templates, and tells the core of their kinds.
//
// Kinds are held and forgotten as InternedNames does with names. A template is there
// as long as its kind is known; one that is not the first of its kind goes when nobody
// else shares it.
class ResourceTemplates {
 public:
  explicit ResourceTemplates(apportion::allocator& core)
      : core_(core) {}

  // The template of a resource, whose kind is held. The resource must be one that
  // Mesos calls valid, with its reservations in the refined format. The reference is
  // good until the next call; a copy shares the template for as long as it is kept.
  const SharedTemplate& of(const Resource& resource);

  // The first template that was seen of a kind, which must be known.
  const SharedTemplate& canonical(apportion::kind_id kind) const {
    return kinds_.at(kind).templates.front();
  }

  std::size_t size() const { return byKey_.size(); }

  // As in InternedNames.
  std::size_t forgetUnused(std::size_t steps);
  std::size_t stepsOwed() const { return unused_.owed(); }
  void oweSlowPass() { unused_.owe(kinds_.size() / slowPassParts + 1); }

 private:
  struct Kind {
    std::vector<SharedTemplate> templates;  // The first is the canonical one.
    bool held = false;
  };

  const SharedTemplate& declare(const Resource& resource);
  bool knows(apportion::kind_id kind) const;
  bool takeUsed(Kind& kind);
  void forget(apportion::kind_id kind);

  apportion::allocator& core_;
  std::unordered_map<apportion::kind_id, Kind> kinds_;
  // By the key that is made in key_, and which the template has.
  std::unordered_map<std::string_view, SharedTemplate> byKey_;
  std::string key_;
  std::uint64_t lastSerial_ = 0;
  UnusedEntries unused_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RESOURCE_TEMPLATES_HPP
