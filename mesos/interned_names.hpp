// interned_names.hpp - role paths and set items as the core's numbers, and
// back.
#ifndef APPORTION_MESOS_INTERNED_NAMES_HPP
#define APPORTION_MESOS_INTERNED_NAMES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "apportion.hpp"
#include "unused_entries.hpp"

namespace apportion_mesos {

// Interns each string with the core once and remembers the answer: a lookup
// here costs less than one across the ABI, and returns a name without a copy.
//
// A number that is held stays good. forgetUnused() lets go of those that have not been
// asked for in a while, and forgets those that the core has forgotten then.
//
// describeInto is the C function behind describe: it says without an exception whether the
// core knows a number.
template <class Id, Id (apportion::allocator::*declare)(std::string_view),
          std::string (apportion::allocator::*describe)(Id) const,
          auto describeInto,
          void (apportion::allocator::*release)(apportion::view<Id>)>
class InternedNames {
 public:
  explicit InternedNames(apportion::allocator& core)
      : core_(core) {}

  // The number is good until forgetUnused(), and then as long as the core needs it.
  Id id(const std::string& name) {
    const auto found = ids_.find(name);
    if (found != ids_.end()) {
      Entry& entry = entries_.at(found->second);
      if (entry.held) {
        entry.used = true;
        return found->second;
      }
    }
    // To declare a name again takes hold of its number, if the core still knows it.
    const Id id = (core_.*declare)(name);
    enter(id, name).held = true;
    return id;
  }

  // The reference stays valid until forgetUnused().
  const std::string& name(Id id) {
    const auto found = entries_.find(id);
    if (found != entries_.end() && found->second.held) {
      found->second.used = true;
      return found->second.name;
    }
    return enter(id, (core_.*describe)(id)).name;
  }

  std::size_t size() const { return entries_.size(); }

  // Takes at most so many of the steps that are owed. Returns how many entries it has
  // forgotten.
  std::size_t forgetUnused(std::size_t steps) {
    std::vector<Id> unused, held;
    unused_.visit(entries_, steps, [&](auto& entry) {
      if (std::exchange(entry.second.used, false)) return;
      unused.push_back(entry.first);
      if (std::exchange(entry.second.held, false)) held.push_back(entry.first);
    });
    if (!held.empty()) (core_.*release)(held);
    std::size_t forgotten = 0;
    for (Id id : unused) {
      if (knows(id)) continue;
      forget(id);
      ++forgotten;
    }
    shrinkToFit(entries_);
    shrinkToFit(ids_);
    return forgotten;
  }
  std::size_t stepsOwed() const { return unused_.owed(); }
  void oweSlowPass() { unused_.owe(entries_.size() / slowPassParts + 1); }

 private:
  struct Entry {
    std::string name;
    bool used = true;
    bool held = false;
  };

  // The number may have been another name's, and the name have had another number,
  // which the core has forgotten since.
  Entry& enter(Id id, const std::string& name) {
    const auto found = entries_.find(id);
    if (found != entries_.end() && found->second.name == name) {
      found->second.used = true;
      return found->second;
    }
    if (found != entries_.end()) forget(id);
    const auto former = ids_.find(name);
    if (former != ids_.end()) forget(former->second);
    Entry& entry = entries_[id];
    entry.name = name;
    ids_[entry.name] = id;
    unused_.owe(stepsForEach);
    return entry;
  }

  bool knows(Id id) const {
    char none;
    std::size_t size = 0;
    const std::int32_t code = describeInto(core_.instance(), id, &none, 0, &size);
    return isKnown(core_, code);
  }

  void forget(Id id) {
    const auto entry = entries_.find(id);
    ids_.erase(entry->second.name);
    entries_.erase(entry);
  }

  apportion::allocator& core_;
  // The keys of ids_ are the names in entries_.
  std::unordered_map<Id, Entry> entries_;
  std::unordered_map<std::string_view, Id> ids_;
  UnusedEntries unused_;
};

using RoleNames =
    InternedNames<apportion::role_id, &apportion::allocator::declare_role,
                  &apportion::allocator::role_name, apportion_role_name,
                  &apportion::allocator::release_roles>;
using SetItemNames =
    InternedNames<std::uint64_t, &apportion::allocator::declare_item,
                  &apportion::allocator::item_name, apportion_item_name,
                  &apportion::allocator::release_items>;

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_INTERNED_NAMES_HPP
