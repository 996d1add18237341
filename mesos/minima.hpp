// minima.hpp - the least that frameworks want in an offer, as the core takes it.
#ifndef APPORTION_MESOS_MINIMA_HPP
#define APPORTION_MESOS_MINIMA_HPP

#include <deque>
#include <set>
#include <string>
#include <vector>

#include <mesos/mesos.hpp>

#include "apportion.hpp"
#include "names.hpp"
#include "quantities.hpp"

namespace apportion_mesos {

// What a framework wants an offer to hold at least, by role. Roles that it is
// not subscribed to are left out: no offer is made in them.
class Minima {
 public:
  Minima(Roles& roles, const ::mesos::FrameworkInfo& info,
         const std::set<std::string>& subscribed) {
    for (const auto& [role, filters] : info.offer_filters()) {
      if (!filters.has_min_allocatable_resources()) continue;
      if (subscribed.count(role) == 0) continue;
      QuantityLists& lists = lists_.emplace_back();
      for (const auto& q : filters.min_allocatable_resources().quantities()) {
        lists.add(q.quantities());
      }
      list_.push_back(
          apportion::make_role_minimum(roles.of(role), lists.view()));
    }
  }

  apportion::view<apportion::role_minimum> view() const { return list_; }

 private:
  std::deque<QuantityLists> lists_;
  std::vector<apportion::role_minimum> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_MINIMA_HPP
