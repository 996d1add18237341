// pointer_hash_table.hpp - a hash table of pointers with open addressing.
#ifndef APPORTION_MESOS_POINTER_HASH_TABLE_HPP
#define APPORTION_MESOS_POINTER_HASH_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace apportion_mesos {

// Pointers to entries, which it does not own, by a 64-bit key, in one array with
// linear probing: a lookup costs one cache line, where a map with nodes costs one
// for each step of a chain. Several entries may have the same key.
//
// Invariants:
//  1. The size of slots_ is a power of two.
//  2. At most half of the slots are taken, and at least an eighth if there are more
//     than minSize.
//  3. No slot is free between the home of an entry's key and the entry's slot.
template <class Entry>
class PointerHashTable {
 public:
  // The first entry of the key that matches; nullptr if there is none.
  template <class Matches>
  Entry* find(std::uint64_t key, Matches&& matches) const {
    if (slots_.empty()) return nullptr;
    for (std::size_t i = home(key); slots_[i].entry; i = next(i)) {
      if (slots_[i].key == key && matches(*slots_[i].entry)) {
        return slots_[i].entry;
      }
    }
    return nullptr;
  }

  void insert(std::uint64_t key, Entry* entry) {
    if (++count_ * 2 > slots_.size()) {
      resize(slots_.empty() ? minSize : slots_.size() * 2);
    }
    place({key, entry});
  }

  // The entry must be there.
  void erase(std::uint64_t key, const Entry* entry) {
    std::size_t gap = home(key);
    while (slots_[gap].entry != entry) gap = next(gap);
    for (std::size_t i = next(gap); slots_[i].entry; i = next(i)) {
      // Moves an entry into the gap unless its home lies behind the gap.
      const std::size_t mask = slots_.size() - 1;
      const std::size_t fromHome = (i - home(slots_[i].key)) & mask;
      if (fromHome >= ((i - gap) & mask)) {
        slots_[gap] = slots_[i];
        gap = i;
      }
    }
    slots_[gap] = {};
    --count_;
    if (slots_.size() > minSize && count_ * 8 < slots_.size()) {
      resize(slots_.size() / 2);
    }
  }

  std::size_t capacity() const { return slots_.size(); }

 private:
  static constexpr std::size_t minSize = 16;

  struct Slot {
    std::uint64_t key = 0;
    Entry* entry = nullptr;
  };

  std::size_t home(std::uint64_t key) const {
    return (key ^ key >> 32) & (slots_.size() - 1);
  }
  std::size_t next(std::size_t i) const {
    return (i + 1) & (slots_.size() - 1);
  }

  void place(const Slot& slot) {
    std::size_t i = home(slot.key);
    while (slots_[i].entry) i = next(i);
    slots_[i] = slot;
  }

  void resize(std::size_t size) {
    std::vector<Slot> old(size);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.entry) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_POINTER_HASH_TABLE_HPP
