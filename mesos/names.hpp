// names.hpp - numbers for role paths and set items, and back.
#ifndef APPORTION_MESOS_NAMES_HPP
#define APPORTION_MESOS_NAMES_HPP

#include <cstdint>
#include <string>
#include <unordered_map>

#include "apportion.hpp"

namespace apportion_mesos {

// Interns strings with the core once and remembers the answers: a lookup here
// costs less than one across the ABI, and needs no copy to give a name back.
template <class Number, Number (apportion::allocator::*declare)(
                            std::string_view),
          std::string (apportion::allocator::*describe)(Number) const>
class Names {
 public:
  explicit Names(apportion::allocator& core) : core_(core) {}

  Number of(const std::string& name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const Number number = (core_.*declare)(name);
    numbers_.emplace(name, number);
    return number;
  }

  // All pairs of names and numbers that were asked for.
  const std::unordered_map<std::string, Number>& all() const {
    return numbers_;
  }

  // The reference stays valid as long as this object.
  const std::string& name(Number number) {
    const auto found = names_.find(number);
    if (found != names_.end()) return found->second;
    return names_.emplace(number, (core_.*describe)(number)).first->second;
  }

 private:
  apportion::allocator& core_;
  std::unordered_map<std::string, Number> numbers_;
  std::unordered_map<Number, std::string> names_;
};

using Roles = Names<apportion::role_id, &apportion::allocator::declare_role,
                    &apportion::allocator::role_name>;
using Items = Names<std::uint64_t, &apportion::allocator::declare_item,
                    &apportion::allocator::item_name>;

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_NAMES_HPP
