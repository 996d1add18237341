// id_handle_map_test.cpp - needs neither Mesos nor the core.
#include "../id_handle_map.hpp"

#include <iterator>
#include <map>
#include <random>
#include <set>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Handle {
  std::uint64_t number;
  std::uint64_t value() const { return number; }
};

struct Id {
  std::string text;
  const std::string& value() const { return text; }
};

struct Entry {
  Handle handle{};
  Id id;
};

Entry& add(IdHandleMap<Entry>& map, std::uint64_t handle,
           const std::string& id) {
  auto entry = std::make_unique<Entry>();
  entry->handle = {handle};
  entry->id.text = id;
  return map.add(std::move(entry));
}

void findsByIdAndByHandle() {
  IdHandleMap<Entry> map;
  EXPECT(map.find("a") == nullptr);
  EXPECT(map.find(Handle{1}) == nullptr);
  const Entry& a = add(map, 1, "a");
  const Entry& b = add(map, 2, "b");
  EXPECT(map.find("a") == &a);
  EXPECT(map.find(Handle{2}) == &b);
  map.remove(a);
  EXPECT(map.find("a") == nullptr);
  EXPECT(map.find(Handle{1}) == nullptr);
  EXPECT(map.find("b") == &b);
  EXPECT(std::next(map.begin()) == map.end());
}

// A handle is a generation and a slot; both halves must count.
void handlesThatDifferInOneHalf() {
  IdHandleMap<Entry> map;
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    add(map, i << 32 | 7, "generation " + std::to_string(i));
    add(map, 7ull << 32 | (i + 7), "slot " + std::to_string(i));
  }
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    const Entry* generation = map.find(Handle{i << 32 | 7});
    const Entry* slot = map.find(Handle{7ull << 32 | (i + 7)});
    EXPECT(generation && generation->handle.value() == (i << 32 | 7));
    EXPECT(slot && slot->handle.value() == (7ull << 32 | (i + 7)));
  }
}

void entriesComeAndGo() {
  IdHandleMap<Entry> map;
  std::map<std::string, std::uint64_t> expected;
  std::mt19937 draw(2);
  for (std::uint64_t step = 1; step <= 20000; ++step) {
    const std::string id = "agent-S" + std::to_string(draw() % 300);
    Entry* const found = map.find(id);
    EXPECT((found != nullptr) == (expected.count(id) > 0));
    if (found) {
      EXPECT(found->handle.value() == expected[id]);
      map.remove(*found);
      expected.erase(id);
    } else {
      add(map, step, id);
      expected[id] = step;
    }
  }
  std::set<std::string> listed;
  for (const auto& [handle, entry] : map) {
    listed.insert(entry->id.text);
    EXPECT(handle == entry->handle.value());
    EXPECT(map.find(entry->handle) == entry.get());
  }
  EXPECT(listed.size() == expected.size());
}

}  // namespace

int main() {
  findsByIdAndByHandle();
  handlesThatDifferInOneHalf();
  entriesComeAndGo();
  return summary("id_handle_map_test");
}
