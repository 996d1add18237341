// directory.hpp - records, found by their id or by the core's handle.
#ifndef APPORTION_MESOS_DIRECTORY_HPP
#define APPORTION_MESOS_DIRECTORY_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace apportion_mesos {

// Pointers to records by a 64-bit key, in one array with linear probing: to
// look one up costs a cache line, where a map with nodes costs one for each
// step of a chain. Several records may have the same key.
//
// Invariants: the size of slots_ is a power of two; at most half of the slots
// are taken; between a record's slot and the one that its key asks for, none
// is free.
template <class Record>
class PointerTable {
 public:
  // The first record of the key that matches, or nullptr.
  template <class Matches>
  Record* find(std::uint64_t key, Matches&& matches) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t i = home(key); slots_[i].record; i = next(i)) {
      if (slots_[i].key == key && matches(*slots_[i].record)) {
        return slots_[i].record;
      }
    }
    return nullptr;
  }

  void insert(std::uint64_t key, Record* record) {
    if (++count_ * 2 > slots_.size()) grow();
    place({key, record});
  }

  // The record must be there.
  void erase(std::uint64_t key, const Record* record) {
    std::size_t gap = home(key);
    while (slots_[gap].record != record) gap = next(gap);
    for (std::size_t i = next(gap); slots_[i].record; i = next(i)) {
      // Moves into the gap what does not lie between its home and the gap.
      const std::size_t mask = slots_.size() - 1;
      const std::size_t fromHome = (i - home(slots_[i].key)) & mask;
      if (fromHome >= ((i - gap) & mask)) {
        slots_[gap] = slots_[i];
        gap = i;
      }
    }
    slots_[gap] = {};
    --count_;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    Record* record = nullptr;
  };

  std::size_t home(std::uint64_t key) const {
    return (key ^ key >> 32) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }

  void place(const Slot& slot) {
    std::size_t i = home(slot.key);
    while (slots_[i].record) i = next(i);
    slots_[i] = slot;
  }

  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.record) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

// Owns records, which have a handle, an id with a value(), and a position that
// is the directory's. A record stays where it is until it is removed.
template <class Record>
class Directory {
 public:
  using Handle = std::uint64_t;

  Record& add(std::unique_ptr<Record> record) {
    Record& added = *record;
    added.position = records_.size();
    records_.push_back(std::move(record));
    byId_.insert(keyOf(added.id.value()), &added);
    byHandle_.insert(keyOf(added.handle), &added);
    return added;
  }

  // nullptr if there is none.
  Record* find(const std::string& id) const {
    return byId_.find(keyOf(id),
                      [&](const Record& r) { return r.id.value() == id; });
  }
  Record* find(Handle handle) const {
    // Different handles have different keys.
    return byHandle_.find(keyOf(handle), [](const Record&) { return true; });
  }

  void remove(const Record& record) {
    byId_.erase(keyOf(record.id.value()), &record);
    byHandle_.erase(keyOf(record.handle), &record);
    const std::size_t position = record.position;
    std::swap(records_[position], records_.back());
    records_[position]->position = position;
    records_.pop_back();
  }

  std::size_t size() const { return records_.size(); }

  // Over std::unique_ptr<Record>, in no particular order.
  auto begin() const { return records_.begin(); }
  auto end() const { return records_.end(); }

 private:
  static std::uint64_t keyOf(const std::string& id) {
    return std::hash<std::string>()(id);
  }
  // Handles that follow one another are spread.
  static std::uint64_t keyOf(Handle handle) {
    return handle * 0x9E3779B97F4A7C15u;
  }

  std::vector<std::unique_ptr<Record>> records_;
  PointerTable<Record> byId_;
  PointerTable<Record> byHandle_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_DIRECTORY_HPP
