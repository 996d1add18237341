// min_allocatable_resources.hpp - what a framework's offers must hold at least,
// as the core takes it.
#ifndef APPORTION_MESOS_MIN_ALLOCATABLE_RESOURCES_HPP
#define APPORTION_MESOS_MIN_ALLOCATABLE_RESOURCES_HPP

#include <deque>
#include <set>
#include <string>
#include <vector>

#include <mesos/mesos.hpp>

#include "apportion.hpp"
#include "interned_names.hpp"
#include "resource_quantities.hpp"

namespace apportion_mesos {

// The minimum of each role that a framework sets one for in its offer filters.
// Roles that it is not subscribed to are left out: they get no offers.
class MinAllocatableResources {
 public:
  MinAllocatableResources(RoleNames& roleNames,
                          const ::mesos::FrameworkInfo& info,
                          const std::set<std::string>& subscribed) {
    for (const auto& [role, filters] : info.offer_filters()) {
      if (!filters.has_min_allocatable_resources()) continue;
      if (subscribed.count(role) == 0) continue;
      QuantityLists& lists = lists_.emplace_back();
      for (const auto& q : filters.min_allocatable_resources().quantities()) {
        lists.add(q.quantities());
      }
      list_.push_back(
          apportion::make_role_minimum(roleNames.id(role), lists.view()));
    }
  }

  apportion::view<apportion::role_minimum> view() const { return list_; }

 private:
  std::deque<QuantityLists> lists_;
  std::vector<apportion::role_minimum> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_MIN_ALLOCATABLE_RESOURCES_HPP
