// quantities.hpp - ResourceQuantities and ResourceLimits, as the core takes
// them.
#ifndef APPORTION_MESOS_QUANTITIES_HPP
#define APPORTION_MESOS_QUANTITIES_HPP

#include <deque>
#include <set>
#include <string>
#include <vector>

#include <mesos/mesos.hpp>
#include <mesos/resource_quantities.hpp>

#include "amounts.hpp"
#include "apportion.hpp"
#include "names.hpp"

namespace apportion_mesos {

// Of anything that holds pairs of names and scalars, whose names the rows
// point to.
template <class Quantities>
std::vector<apportion::quantity> readQuantities(const Quantities& quantities) {
  std::vector<apportion::quantity> rows;
  for (const auto& quantity : quantities) {
    rows.push_back(apportion::make_quantity(quantity.first,
                                            thousandths(quantity.second)));
  }
  return rows;
}

// Lists of quantities, and the memory that they point into. The quantities
// that are added must outlive them.
class QuantityLists {
 public:
  template <class Quantities>
  void add(const Quantities& quantities) {
    rows_.push_back(readQuantities(quantities));
    lists_.push_back(apportion::make_quantities(rows_.back()));
  }

  apportion::view<apportion::quantity_list> view() const { return lists_; }

 private:
  std::deque<std::vector<apportion::quantity>> rows_;
  std::vector<apportion::quantity_list> lists_;
};

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

#endif  // APPORTION_MESOS_QUANTITIES_HPP
