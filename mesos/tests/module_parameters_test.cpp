// module_parameters_test.cpp - needs neither Mesos nor the core.
#include "../module_parameters.hpp"

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

std::string wrong(const std::string& name, const std::string& value) {
  Settings settings;
  return readParameters({{name, value}}, settings);
}

Settings read(const KeyValues& list) {
  Settings settings;
  EXPECT(readParameters(list, settings) == "");
  return settings;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void defaults() {
  const Settings s = read({});
  EXPECT(s.roleSorter == APPORTION_SORTER_DRF);
  EXPECT(s.frameworkSorter == APPORTION_SORTER_DRF);
  EXPECT(s.agentOrder == APPORTION_ORDER_RANDOM);
  EXPECT(!s.seed);
  EXPECT(s.gcPercent == 0);
  EXPECT(s.memoryLimitBytes == 0);
  EXPECT(!s.nestedQuota);
}

void values() {
  const Settings s = read({{"role_sorter", "random"},
                           {"framework_sorter", "random"},
                           {"agent_order", "id"},
                           {"seed", "18446744073709551615"},
                           {"gc_percent", "-1"},
                           {"memory_limit", "3GB"},
                           {"nested_quota", "true"}});
  EXPECT(s.roleSorter == APPORTION_SORTER_RANDOM);
  EXPECT(s.frameworkSorter == APPORTION_SORTER_RANDOM);
  EXPECT(s.agentOrder == APPORTION_ORDER_BY_ID);
  EXPECT(s.seed && *s.seed == UINT64_MAX);
  EXPECT(s.gcPercent == -1);
  EXPECT(s.memoryLimitBytes == std::int64_t{3} << 30);
  EXPECT(s.nestedQuota);
  EXPECT(read({{"memory_limit", "1048576"}}).memoryLimitBytes == 1 << 20);
  EXPECT(read({{"memory_limit", "7KB"}}).memoryLimitBytes == 7168);
}

void wrongValuesAreRefused() {
  const std::string unknown = wrong("roll_sorter", "drf");
  EXPECT(contains(unknown, "'roll_sorter'"));
  for (const char* name :
       {"role_sorter", "framework_sorter", "agent_order", "seed", "gc_percent",
        "memory_limit", "nested_quota"}) {
    EXPECT(contains(unknown, name));
    EXPECT(contains(wrong(name, ""), name));
    EXPECT(contains(wrong(name, "x"), "'x'"));
  }
  for (const char* seed : {"-1", "1.5", "18446744073709551616", "1 "}) {
    EXPECT(wrong("seed", seed) != "");
  }
  for (const char* limit : {"0", "-1", "GB", "1.5GB", "9999999999TB", "1PB"}) {
    EXPECT(wrong("memory_limit", limit) != "");
  }
  EXPECT(wrong("gc_percent", "0") != "");
  EXPECT(wrong("gc_percent", "-2") != "");
}

}  // namespace

int main() {
  defaults();
  values();
  wrongValuesAreRefused();
  return summary("module_parameters_test");
}
