// directory_test.cpp - needs neither Mesos nor the core.
#include "../directory.hpp"

#include <map>
#include <random>
#include <set>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Id {
  std::string text;
  const std::string& value() const { return text; }
};

struct Record {
  std::uint64_t handle = 0;
  Id id;
  std::size_t position = 0;
};

Record& add(Directory<Record>& directory, std::uint64_t handle,
            const std::string& id) {
  auto record = std::make_unique<Record>();
  record->handle = handle;
  record->id.text = id;
  return directory.add(std::move(record));
}

void findsByBoth() {
  Directory<Record> directory;
  EXPECT(directory.find("a") == nullptr);
  EXPECT(directory.find(1) == nullptr);
  const Record& a = add(directory, 1, "a");
  const Record& b = add(directory, 2, "b");
  EXPECT(directory.find("a") == &a);
  EXPECT(directory.find(2) == &b);
  directory.remove(a);
  EXPECT(directory.find("a") == nullptr);
  EXPECT(directory.find(1) == nullptr);
  EXPECT(directory.find("b") == &b);
  EXPECT(directory.size() == 1);
}

// Handles are a generation and a slot; both halves must count.
void handlesThatDifferInOneHalf() {
  Directory<Record> directory;
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    add(directory, i << 32 | 7, "generation " + std::to_string(i));
    add(directory, 7ull << 32 | (i + 7), "slot " + std::to_string(i));
  }
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    const Record* generation = directory.find(i << 32 | 7);
    const Record* slot = directory.find(7ull << 32 | (i + 7));
    EXPECT(generation && generation->handle == (i << 32 | 7));
    EXPECT(slot && slot->handle == (7ull << 32 | (i + 7)));
  }
}

// A table of few keys, where chains are long and gaps often must be closed.
void probesAcrossGaps() {
  PointerTable<Record> table;
  std::multimap<std::uint64_t, Record*> expected;
  std::vector<std::unique_ptr<Record>> records;
  std::mt19937 draw(1);
  for (int step = 0; step < 20000; ++step) {
    const std::uint64_t key = draw() % 5 * 16 + draw() % 3;
    if (draw() % 2 == 0 && expected.size() < 40) {
      records.push_back(std::make_unique<Record>());
      expected.emplace(key, records.back().get());
      table.insert(key, records.back().get());
    } else if (const auto it = expected.find(key); it != expected.end()) {
      table.erase(key, it->second);
      expected.erase(it);
    }
    for (std::uint64_t k = 0; k < 80; ++k) {
      const auto [first, last] = expected.equal_range(k);
      for (auto it = first; it != last; ++it) {
        const Record* found = table.find(
            k, [&](const Record& r) { return &r == it->second; });
        EXPECT(found == it->second);
      }
      const bool none = table.find(k, [](const Record&) { return true; }) ==
                        nullptr;
      EXPECT(none == (first == last));
    }
    if (failures > 0) return;
  }
}

void comesAndGoes() {
  Directory<Record> directory;
  std::map<std::string, std::uint64_t> expected;
  std::mt19937 draw(2);
  for (std::uint64_t step = 1; step <= 20000; ++step) {
    const std::string id = "agent-S" + std::to_string(draw() % 300);
    Record* const found = directory.find(id);
    EXPECT((found != nullptr) == (expected.count(id) > 0));
    if (found) {
      EXPECT(found->handle == expected[id]);
      directory.remove(*found);
      expected.erase(id);
    } else {
      add(directory, step, id);
      expected[id] = step;
    }
  }
  std::set<std::string> listed;
  for (const auto& record : directory) {
    listed.insert(record->id.text);
    EXPECT(directory.find(record->handle) == record.get());
  }
  EXPECT(listed.size() == expected.size());
  EXPECT(directory.size() == expected.size());
}

}  // namespace

int main() {
  findsByBoth();
  handlesThatDifferInOneHalf();
  probesAcrossGaps();
  comesAndGoes();
  return summary("directory_test");
}
