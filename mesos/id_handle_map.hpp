// id_handle_map.hpp - agents or frameworks, found by Mesos's id or by the
// core's handle.
#ifndef APPORTION_MESOS_ID_HANDLE_MAP_HPP
#define APPORTION_MESOS_ID_HANDLE_MAP_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "unused_entries.hpp"

namespace apportion_mesos {

// Owns its entries. An entry has a handle and an id, each with a value(), which no other
// entry has and which do not change. Its address stays the same until it is removed.
template <class Entry>
class IdHandleMap {
 public:
  using Handle = decltype(Entry::handle);

  Entry& add(std::unique_ptr<Entry> entry) {
    Entry& added = *entry;
    byId_.emplace(added.id.value(), &added);
    byHandle_.emplace(added.handle.value(), std::move(entry));
    return added;
  }

  // nullptr if there is none.
  Entry* find(const std::string& id) const {
    const auto found = byId_.find(id);
    return found == byId_.end() ? nullptr : found->second;
  }
  Entry* find(Handle handle) const {
    const auto found = byHandle_.find(handle.value());
    return found == byHandle_.end() ? nullptr : found->second.get();
  }

  void remove(const Entry& entry) {
    byId_.erase(entry.id.value());
    byHandle_.erase(entry.handle.value());
    shrinkToFit(byId_);
    shrinkToFit(byHandle_);
  }

  // Over pairs of a handle's value and a std::unique_ptr<Entry>, in no particular order.
  auto begin() const { return byHandle_.begin(); }
  auto end() const { return byHandle_.end(); }

 private:
  // The keys of byId_ are the ids of the entries in byHandle_.
  std::unordered_map<std::string_view, Entry*> byId_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Entry>> byHandle_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_ID_HANDLE_MAP_HPP
