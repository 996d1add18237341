// usages.hpp - what is in use, as the core takes it.
#ifndef APPORTION_MESOS_USAGES_HPP
#define APPORTION_MESOS_USAGES_HPP

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <stout/hashmap.hpp>

#include "apportion.hpp"
#include "names.hpp"
#include "translation.hpp"

namespace apportion_mesos {

// Resources in use by framework or by agent, split by the roles that they are
// allocated to. Points to the ids of the map that it was made of.
class Usages {
 public:
  template <class Id>
  Usages(Translation& translation, Roles& roles,
         const hashmap<Id, ::mesos::Resources>& used) {
    for (const auto& [id, resources] : used) {
      for (auto& [role, rows] : translation.readByRole(resources)) {
        rows_.push_back(std::move(rows));
        list_.push_back(
            apportion::make_usage(id.value(), roles.of(role), rows_.back()));
      }
    }
  }

  apportion::view<apportion::usage> view() const { return list_; }

 private:
  std::deque<Rows> rows_;
  std::vector<apportion::usage> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_USAGES_HPP
