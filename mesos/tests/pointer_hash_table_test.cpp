// pointer_hash_table_test.cpp - needs neither Mesos nor the core.
#include "../pointer_hash_table.hpp"

#include <map>
#include <memory>
#include <random>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Entry {};

// With few keys, chains are long, and gaps must be closed often.
void probesAcrossGaps() {
  PointerHashTable<Entry> table;
  std::multimap<std::uint64_t, Entry*> expected;
  std::vector<std::unique_ptr<Entry>> entries;
  std::mt19937 draw(1);
  for (int step = 0; step < 20000; ++step) {
    const std::uint64_t key = draw() % 5 * 16 + draw() % 3;
    if (draw() % 2 == 0 && expected.size() < 40) {
      entries.push_back(std::make_unique<Entry>());
      expected.emplace(key, entries.back().get());
      table.insert(key, entries.back().get());
    } else if (const auto it = expected.find(key); it != expected.end()) {
      table.erase(key, it->second);
      expected.erase(it);
    }
    for (std::uint64_t k = 0; k < 80; ++k) {
      const auto [first, last] = expected.equal_range(k);
      for (auto it = first; it != last; ++it) {
        const Entry* found =
            table.find(k, [&](const Entry& r) { return &r == it->second; });
        EXPECT(found == it->second);
      }
      const bool none =
          table.find(k, [](const Entry&) { return true; }) == nullptr;
      EXPECT(none == (first == last));
    }
    if (failures > 0) return;
  }
}

void shrinksWithItsContent() {
  PointerHashTable<Entry> table;
  std::vector<Entry> entries(10000);
  for (std::size_t i = 0; i < entries.size(); ++i) table.insert(i, &entries[i]);
  EXPECT(table.capacity() >= 20000);
  for (std::size_t i = 10; i < entries.size(); ++i) table.erase(i, &entries[i]);
  EXPECT(table.capacity() <= 128);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry* found = table.find(i, [](const Entry&) { return true; });
    EXPECT(found == (i < 10 ? &entries[i] : nullptr));
  }
}

}  // namespace

int main() {
  probesAcrossGaps();
  shrinksWithItsContent();
  return summary("pointer_hash_table_test");
}
