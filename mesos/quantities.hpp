// quantities.hpp - ResourceQuantities and ResourceLimits, as the core takes
// them.
#ifndef APPORTION_MESOS_QUANTITIES_HPP
#define APPORTION_MESOS_QUANTITIES_HPP

#include <deque>
#include <vector>

#include "amounts.hpp"
#include "apportion.hpp"

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

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_QUANTITIES_HPP
