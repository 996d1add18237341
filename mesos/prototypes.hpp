// prototypes.hpp - what a Resource is, but for its amount.
#ifndef APPORTION_MESOS_PROTOTYPES_HPP
#define APPORTION_MESOS_PROTOTYPES_HPP

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <mesos/mesos.hpp>

#include "apportion.hpp"

namespace apportion_mesos {

// Numbers a prototype: all of a Resource but its value and its allocation.
// Several prototypes may be of one kind, since kinds leave out what Mesos
// ignores when it compares resources: how a volume is mounted and the
// principal that created it.
using PrototypeId = std::uint32_t;

class Prototypes {
 public:
  explicit Prototypes(apportion::allocator& core) : core_(core) {}

  // The prototype of a resource, which is interned. The resource must be one
  // that Mesos calls valid, with its reservations in the refined format.
  PrototypeId of(const ::mesos::Resource& resource);

  apportion::kind_id kind(PrototypeId id) const { return entries_[id].kind; }

  // Without a value.
  const ::mesos::Resource& resource(PrototypeId id) const {
    return entries_[id].resource;
  }

  // The first prototype that was seen of a kind.
  PrototypeId canonical(apportion::kind_id kind) const {
    return canonical_.at(kind);
  }

 private:
  struct Entry {
    apportion::kind_id kind;
    ::mesos::Resource resource;
  };

  PrototypeId add(const ::mesos::Resource& resource);

  apportion::allocator& core_;
  std::deque<Entry> entries_;
  std::unordered_map<apportion::kind_id, PrototypeId> canonical_;
  // Those that have nothing but a name, by type and name.
  std::unordered_map<std::string, PrototypeId> plain_[4];
  std::unordered_map<std::string, PrototypeId> described_;
  std::string key_;
};

// Where an agent's prototypes are not the canonical ones of their kinds. Few
// agents have any, and those that do have few.
class Exceptions {
 public:
  // Remembers the prototype that the agent has of a kind.
  void learn(const Prototypes& prototypes, PrototypeId id);
  void clear() { list_.clear(); }
  bool empty() const { return list_.empty(); }

  PrototypeId of(const Prototypes& prototypes, apportion::kind_id kind) const;

 private:
  std::vector<std::pair<apportion::kind_id, PrototypeId>> list_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_PROTOTYPES_HPP
