// unused_entries.hpp - how the tables of what is interned find what has not been
// used in a while, little by little.
#ifndef APPORTION_MESOS_UNUSED_ENTRIES_HPP
#define APPORTION_MESOS_UNUSED_ENTRIES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "apportion.hpp"

namespace apportion_mesos {

// A table owes a number of steps, each a look at some entry: a few for each entry
// that is added, so that a table that grows is gone through faster than it grows, and
// some as time goes by. What has not been used since the last look, and what the core
// does not need either, is forgotten. The core gives a number to something else after
// 2^20 others at the earliest: until then 4 * 2^20 steps are taken, which is twice
// around a table of two million, and what was forgotten by the core is here, too.
constexpr std::size_t stepsForEach = 4;

// As time goes by, a table is gone through in as many parts as this.
constexpr std::size_t slowPassParts = 600;

// So many steps are worth a message to take them: less has time.
constexpr std::size_t stepsWorthAMessage = 64;

class UnusedEntries {
 public:
  void owe(std::size_t steps) { owed_ += steps; }

  // Takes some of the steps that are owed, and calls look with the entries of a map
  // whose turn it is. Once around the map is enough: those that were used are to stay
  // until the next time.
  template <class Map, class Look>
  void visit(Map& map, std::size_t steps, Look&& look) {
    steps = std::min({steps, owed_, map.size()});
    owed_ = steps < map.size() ? owed_ - steps : 0;
    while (steps > 0) {
      bucket_ = bucket_ + 1 < map.bucket_count() ? bucket_ + 1 : 0;
      for (auto it = map.begin(bucket_); it != map.end(bucket_); ++it) {
        look(*it);
        steps -= steps > 0;
      }
    }
  }

  std::size_t owed() const { return owed_; }

 private:
  std::size_t owed_ = 0;
  std::size_t bucket_ = 0;
};

// Gives back the memory of a map that was much larger once.
template <class Map>
void shrinkToFit(Map& map) {
  if (map.bucket_count() > 64 && map.bucket_count() > map.size() * 8) {
    map.rehash(0);
  }
}

// Whether the core still knows a number, from the code with which it was asked to
// describe it, without room for the answer. Throws nothing where it does not, which is
// how most entries end.
inline bool isKnown(const apportion::allocator& core, std::int32_t code) {
  switch (code) {
    case APPORTION_OK:
    case APPORTION_E_TOO_SMALL: return true;
    case APPORTION_E_UNKNOWN_ROLE:
    case APPORTION_E_UNKNOWN_KIND:
    case APPORTION_E_UNKNOWN_ITEM: return false;
    default: throw apportion::error(code, core.last_error());
  }
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_UNUSED_ENTRIES_HPP
