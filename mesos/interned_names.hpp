// interned_names.hpp - role paths and set items as the core's numbers, and
// back.
#ifndef APPORTION_MESOS_INTERNED_NAMES_HPP
#define APPORTION_MESOS_INTERNED_NAMES_HPP

#include <cstdint>
#include <string>
#include <unordered_map>

#include "apportion.hpp"

namespace apportion_mesos {

// Interns each string with the core once and remembers the answer: a lookup
// here costs less than one across the ABI, and returns a name without a copy.
template <class Id, Id (apportion::allocator::*declare)(std::string_view),
          std::string (apportion::allocator::*describe)(Id) const>
class InternedNames {
 public:
  explicit InternedNames(apportion::allocator& core)
      : core_(core) {}

  Id id(const std::string& name) {
    const auto found = ids_.find(name);
    if (found != ids_.end()) return found->second;
    const Id id = (core_.*declare)(name);
    ids_.emplace(name, id);
    return id;
  }

  // All names that id() was called with, and their ids.
  const std::unordered_map<std::string, Id>& all() const { return ids_; }

  // The reference stays valid as long as this object.
  const std::string& name(Id id) {
    const auto found = names_.find(id);
    if (found != names_.end()) return found->second;
    return names_.emplace(id, (core_.*describe)(id)).first->second;
  }

 private:
  apportion::allocator& core_;
  std::unordered_map<std::string, Id> ids_;
  std::unordered_map<Id, std::string> names_;
};

using RoleNames =
    InternedNames<apportion::role_id, &apportion::allocator::declare_role,
                  &apportion::allocator::role_name>;
using SetItemNames =
    InternedNames<std::uint64_t, &apportion::allocator::declare_item,
                  &apportion::allocator::item_name>;

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_INTERNED_NAMES_HPP
