// used_resources.hpp - the resources that tasks use, as the core takes them.
#ifndef APPORTION_MESOS_USED_RESOURCES_HPP
#define APPORTION_MESOS_USED_RESOURCES_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apportion.hpp"
#include "interned_names.hpp"
#include "mesos_names.hpp"
#include "resource_translation.hpp"

namespace apportion_mesos {

// Used resources by framework or by agent, split by the role that they are
// allocated to. The rows point to the ids in the map that they were made of.
class UsedResources {
 public:
  template <class Id>
  UsedResources(ResourceTranslation& translation, RoleNames& roleNames,
                const hashmap<Id, Resources>& used) {
    for (const auto& [id, resources] : used) {
      for (auto& [role, rows] : translation.rowsByRole(resources)) {
        rows_.push_back(std::move(rows));
        list_.push_back(apportion::make_usage(id.value(), roleNames.id(role),
                                              rows_.back()));
      }
    }
  }

  apportion::view<apportion::usage> view() const { return list_; }

 private:
  std::vector<ResourceRows> rows_;  // Usages point to what these hold.
  std::vector<apportion::usage> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_USED_RESOURCES_HPP
