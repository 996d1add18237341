// resource_translation.hpp - translates Mesos's Resources into the core's rows
// of kinds and amounts, and back.
#ifndef APPORTION_MESOS_RESOURCE_TRANSLATION_HPP
#define APPORTION_MESOS_RESOURCE_TRANSLATION_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "apportion.hpp"
#include "interned_names.hpp"
#include "mesos_names.hpp"
#include "resource_templates.hpp"
#include "template_overrides.hpp"

namespace apportion_mesos {

using ResourceRows = std::vector<apportion::resource>;

class ResourceTranslation {
 public:
  explicit ResourceTranslation(apportion::allocator& core)
      : templates_(core),
        setItemNames_(core) {}

  // Appends the rows of resources, whatever they are allocated to, and declares
  // what the core lacks of their kinds and items. Records the templates of the
  // resources in overrides, if not null.
  void appendRows(const Resources& resources, ResourceRows& out,
                  TemplateOverrides* overrides = nullptr);

  // The rows of resources by the role that they are allocated to. Resources
  // that are not allocated, which only tests send, count as allocated to "*".
  std::map<std::string, ResourceRows> rowsByRole(const Resources& resources);

  // The resources of rows on an agent with these overrides, allocated to a
  // role. Each part of the result (one scalar, or the ranges or items of one
  // kind) is cached and shared with later results: an offer costs some copies
  // of pointers.
  Resources toResources(apportion::view<apportion::resource> rows,
                        apportion::role_id role, const std::string& roleName,
                        const TemplateOverrides& overrides);

  // The same without an allocation, for the log: the result shares nothing.
  Resources toUnallocatedResources(apportion::view<apportion::resource> rows,
                                   const TemplateOverrides& overrides);

  // Whether Mesos finds resources of a kind among as much of another.
  bool contains(apportion::kind_id kind, apportion::kind_id other) const;

  // Forgets templates, names of items and parts of offers that are no longer used, as
  // unused_entries.hpp says. rolesForgotten is how many roles have been.
  void forgetUnused(std::size_t steps, std::size_t rolesForgotten);
  std::size_t stepsOwed() const {
    return templates_.stepsOwed() + setItemNames_.stepsOwed();
  }
  void oweSlowPass();

  // Of the tables.
  std::size_t templates() const { return templates_.size(); }
  std::size_t setItems() const { return setItemNames_.size(); }
  std::size_t cachedParts() const { return cachedParts_.size(); }

 private:
  void appendRowsOf(const Resources& all, const Resource& one,
                    ResourceRows& out, TemplateOverrides* overrides);
  void appendSpans(const Resource& resource, apportion::kind_id kind,
                   ResourceRows& out);
  const Resources& cachedPart(const ResourceTemplate& t, apportion::role_id role,
                              const std::string& roleName,
                              apportion::view<apportion::resource> rows);
  Resource makePart(const ResourceTemplate& t, const std::string& roleName,
                    apportion::view<apportion::resource> rows);

  ResourceTemplates templates_;
  SetItemNames setItemNames_;
  // By the key that is made in key_.
  std::unordered_map<std::string, Resources> cachedParts_;
  std::string key_;
  // How much was forgotten that parts in the cache may be of.
  std::size_t forgottenSinceCleared_ = 0;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RESOURCE_TRANSLATION_HPP
