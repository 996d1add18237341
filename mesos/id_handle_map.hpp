// id_handle_map.hpp - agents or frameworks, found by Mesos's id or by the
// core's handle.
#ifndef APPORTION_MESOS_ID_HANDLE_MAP_HPP
#define APPORTION_MESOS_ID_HANDLE_MAP_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pointer_hash_table.hpp"

namespace apportion_mesos {

// Owns its entries. An entry has a handle and an id, each with a value(), and a
// position that belongs to the map. Its address stays the same until it is removed.
template <class Entry>
class IdHandleMap {
 public:
  using Handle = decltype(Entry::handle);

  Entry& add(std::unique_ptr<Entry> entry) {
    Entry& added = *entry;
    added.position = entries_.size();
    entries_.push_back(std::move(entry));
    byId_.insert(keyOf(added.id.value()), &added);
    byHandle_.insert(keyOf(added.handle), &added);
    return added;
  }

  // nullptr if there is none.
  Entry* find(const std::string& id) const {
    return byId_.find(keyOf(id),
                      [&](const Entry& e) { return e.id.value() == id; });
  }
  Entry* find(Handle handle) const {
    // Different handles have different keys.
    return byHandle_.find(keyOf(handle), [](const Entry&) { return true; });
  }

  void remove(const Entry& entry) {
    byId_.erase(keyOf(entry.id.value()), &entry);
    byHandle_.erase(keyOf(entry.handle), &entry);
    const std::size_t position = entry.position;
    std::swap(entries_[position], entries_.back());
    entries_[position]->position = position;
    entries_.pop_back();
    if (entries_.capacity() > 64 && entries_.capacity() > entries_.size() * 8) {
      entries_.shrink_to_fit();
    }
  }

  std::size_t size() const { return entries_.size(); }

  // Over std::unique_ptr<Entry>, in no particular order.
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  static std::uint64_t keyOf(const std::string& id) {
    return std::hash<std::string>()(id);
  }
  // Spreads handles that follow one another.
  static std::uint64_t keyOf(Handle handle) {
    return handle.value() * 0x9E3779B97F4A7C15u;
  }

  std::vector<std::unique_ptr<Entry>> entries_;
  PointerHashTable<Entry> byId_;
  PointerHashTable<Entry> byHandle_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ID_HANDLE_MAP_HPP
