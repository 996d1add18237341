// resource_quantities.hpp - ResourceQuantities and ResourceLimits, as the core
// takes them.
#ifndef APPORTION_MESOS_RESOURCE_QUANTITIES_HPP
#define APPORTION_MESOS_RESOURCE_QUANTITIES_HPP

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "apportion.hpp"
#include "fixed_point.hpp"

namespace apportion_mesos {

// A resource's name, as the core takes it. Quota and minima may be of a resource
// without a name, of which nobody has anything: it gets a name that nobody uses.
inline std::string_view coreName(const std::string& name) {
  return name.empty() ? std::string_view("\0", 1) : std::string_view(name);
}

// Takes anything that holds pairs of names and scalars. The rows point to the
// names.
template <class Quantities>
std::vector<apportion::quantity> quantityRows(const Quantities& quantities) {
  std::vector<apportion::quantity> rows;
  for (const auto& quantity : quantities) {
    rows.push_back(apportion::make_quantity(
        coreName(quantity.first),
        apportion::amount(toThousandths(quantity.second))));
  }
  return rows;
}

// Lists of quantities, and the memory that these point to, but for the names:
// whatever is added must outlive the lists.
class QuantityLists {
 public:
  template <class Quantities>
  void add(const Quantities& quantities) {
    rows_.push_back(quantityRows(quantities));
    lists_.push_back(apportion::make_quantities(rows_.back()));
  }

  apportion::view<apportion::quantity_list> view() const { return lists_; }

 private:
  std::deque<std::vector<apportion::quantity>> rows_;
  std::vector<apportion::quantity_list> lists_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RESOURCE_QUANTITIES_HPP
