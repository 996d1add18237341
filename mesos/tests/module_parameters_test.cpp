// module_parameters_test.cpp - needs nothing of Mesos.
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
  EXPECT(s.roleSorter == "drf");
  EXPECT(s.frameworkSorter == "drf");
  EXPECT(s.agentOrder == APPORTION_ORDER_RANDOM);
  EXPECT(!s.seed);
  EXPECT(s.gcPercent == 0);
  EXPECT(s.memoryLimitBytes == 0);
  EXPECT(!s.nestedQuota);
  EXPECT(s.recordFolder.empty());
}

void values() {
  const Settings s = read({{"role_sorter", "random"},
                           {"framework_sorter", "random"},
                           {"agent_order", "id"},
                           {"seed", "18446744073709551615"},
                           {"gc_percent", "-1"},
                           {"memory_limit", "3GB"},
                           {"nested_quota", "true"}});
  EXPECT(s.roleSorter == "random");
  EXPECT(s.frameworkSorter == "random");
  EXPECT(s.agentOrder == APPORTION_ORDER_BY_ID);
  EXPECT(s.seed && *s.seed == UINT64_MAX);
  EXPECT(s.gcPercent == -1);
  EXPECT(s.memoryLimitBytes == std::int64_t{3} << 30);
  EXPECT(s.nestedQuota);
  EXPECT(read({{"memory_limit", "1048576"}}).memoryLimitBytes == 1 << 20);
  EXPECT(read({{"memory_limit", "7KB"}}).memoryLimitBytes == 7168);
}

void policies() {
  const Settings s = read({{"policy", "hdrf"},
                           {"policy./batch", "decayed:half_life=24h"},
                           {"framework_policy./eng/web", "ranked"},
                           {"agent_order", "pack"}});
  const std::vector<Policy>& list = s.policies.policies;
  EXPECT(list.size() == 3);
  EXPECT(list[0].role.empty());
  EXPECT(list[1].role == "batch");
  EXPECT(list[1].policy == "decayed:half_life=24h");
  EXPECT(list[2].role == "eng/web");
  EXPECT(list[2].of == APPORTION_POLICY_OF_FRAMEWORKS);
  EXPECT(s.agentOrder == APPORTION_ORDER_PACK);

  EXPECT(contains(wrong("policy", "hdfr"), "no such policy: \"hdfr\" is none"));
  EXPECT(contains(wrong("policy./gpu", "max_min"), "resource=... is missing"));
  EXPECT(contains(wrong("policy./a//b", "drf"), "'policy./a//b'"));
  EXPECT(contains(wrong("policy./batch", ""), "takes a policy"));
  EXPECT(contains(wrong("policy./", "drf"), "unknown parameter"));
  EXPECT(contains(wrong("policy.batch", "drf"), "unknown parameter"));
  EXPECT(contains(wrong("police", "drf"), "framework_policy"));
}

// The digest of an allocator with the policies of these parameters.
std::uint64_t digest(const KeyValues& list) {
  apportion::allocator core{apportion::options{}};
  core.declare_role("batch");  // In the same order, whatever the parameters'.
  setPolicies(core, read(list).policies);
  return core.digest();
}

void orderOfParametersIsNothing() {
  EXPECT(digest({{"role_policy", "hdrf"}, {"policy", "asset"}}) ==
         digest({{"policy", "asset"}, {"role_policy", "hdrf"}}));
  EXPECT(digest({{"role_policy", "hdrf"}, {"policy", "asset"}}) !=
         digest({{"policy", "asset"}}));
  EXPECT(digest({{"policy", "drf"}, {"policy./batch", "hdrf"}}) ==
         digest({{"policy./batch", "hdrf"}, {"policy", "drf"}}));
}

void ranks() {
  const KeyValues list = {{"rank./prod", "-1.5"},
                          {"rank./eng/web", "inf"},
                          {"role_policy", "ranked"}};
  const std::vector<RoleRank> ranks = read(list).policies.ranks;
  EXPECT(ranks.size() == 2);
  EXPECT(ranks[0].role == "prod" && ranks[0].rank == -1.5);
  EXPECT(ranks[1].role == "eng/web" && ranks[1].rank > 1e300);
  EXPECT(digest({{"policy", "ranked"}, {"rank./batch", "2"}}) !=
         digest({{"policy", "ranked"}, {"rank./batch", "1"}}));

  for (const char* rank : {"", "x", "1 ", "1e999"}) {
    EXPECT(contains(wrong("rank./prod", rank), "but takes a number"));
  }
  EXPECT(contains(wrong("rank./prod", "nan"), "is 'nan': "));
  EXPECT(contains(wrong("rank./a//b", "1"), "'rank./a//b'"));
  EXPECT(contains(wrong("rank./prod", "1"), "without a policy that is 'ranked'"));
  EXPECT(contains(wrong("rank", "1"), "unknown parameter"));
}

void resourceWeights() {
  const auto weights = read({{"resource_weights", "gpus=8;a100,h100=2.5"}})
                           .policies.resourceWeights;
  EXPECT(weights.size() == 2);
  EXPECT(weights.at("gpus") == 8 && weights.at("a100,h100") == 2.5);
  EXPECT(read({{"resource_weights", " gpus = 8 ;\ta100 , h100=2.5"}})
             .policies.resourceWeights == weights);
  EXPECT(digest({{"resource_weights", "gpus=8"}}) !=
         digest({{"resource_weights", "gpus=4"}}));
  for (const char* value : {"", " ", "gpus", "gpus=x", "gpus=8;gpus=2",
                            "gpus=8; gpus=2", "=2", " =2", ",gpus=2",
                            "a100,,h100=2"}) {
    EXPECT(contains(wrong("resource_weights", value), "but takes weights"));
  }
  EXPECT(contains(wrong("resource_weights", "gpus=0"), "0.001"));
  EXPECT(contains(wrong("resource_weights", "gpus=2;mem,gpus=3"), "twice"));
}

void lending() {
  const Settings s = read({{"lend./prod", "cpus:4.5;mem:1024"},
                           {"lend_from./prod", "both"},
                           {"lend_grace_seconds", "0"},
                           {"lend_least_seconds", "86400"},
                           {"lend_most_recalled./prod", "cpus:0.5;mem:0"},
                           {"borrow./eng", "cpus:12;gpus:0"},
                           {"borrow_parts./eng", "cpus:0.5"},
                           {"lend./eng/web", "gpus:1;"}});
  EXPECT(s.lending.size() == 3);
  const RoleLending& prod = s.lending.at("prod");
  EXPECT(prod.most.size() == 2);
  EXPECT(prod.most.at("cpus") == 4.5 && prod.most.at("mem") == 1024);
  EXPECT(prod.from == (APPORTION_LEND_GUARANTEE | APPORTION_LEND_RESERVATIONS));
  EXPECT((prod.mostRecalled == Amounts{{"cpus", 0.5}, {"mem", 0}}));
  EXPECT(s.lendGraceSeconds == 0 && s.lendLeastSeconds == 86400);
  const RoleLending& eng = s.lending.at("eng");
  EXPECT((eng.mostBorrowed == Amounts{{"cpus", 12}, {"gpus", 0}}));
  EXPECT((eng.partsBorrowed == Amounts{{"cpus", 0.5}}));
  const Settings spaced = read({{"lend./prod", " cpus : 4.5;\tmem:1024 "}});
  EXPECT(spaced.lending.at("prod").most == prod.most);
  const Settings defaults = read({{"lend./prod", "cpus:1"}});
  EXPECT(defaults.lendGraceSeconds == 30 && defaults.lendLeastSeconds == 0);

  for (const char* most : {"", "cpus", "cpus:", ":4", "cpus:x", "cpus:0",
                           "cpus:-1", "cpus:nan", "cpus:1e16", "cpus:1;cpus:2",
                           ";cpus:1", "cpus:1;;mem:2", "cpus:0.0001", " ",
                           " :4", "cpus:1 2", "cpus:1; cpus:2"}) {
    EXPECT(contains(wrong("lend./prod", most), "'lend./prod' is '"));
  }
  EXPECT(contains(wrong("lend./a//b", "cpus:1"), "\"a//b\""));
  EXPECT(contains(wrong("lend_from./prod", "quota"), "reservations or both"));
  for (const char* seconds : {"", "-1", "1.5", "86401"}) {
    EXPECT(contains(wrong("lend_grace_seconds", seconds), "a whole number"));
    EXPECT(contains(wrong("lend_least_seconds", seconds), "a whole number"));
  }
  for (const char* bound : {"borrow./batch", "borrow_parts./batch",
                            "lend_most_recalled./batch"}) {
    EXPECT(contains(wrong(bound, "cpus:-1"), bound));
    EXPECT(contains(wrong(bound, "cpus:1"), "is nothing without 'lend"));
  }
  EXPECT(contains(wrong("lend_grace_seconds", "5"), "are nothing without 'lend'"));
  EXPECT(contains(wrong("lend_from./prod", "both"),
                  "is nothing without 'lend./prod'"));
  EXPECT(contains(wrong("lend", "cpus:1"), "unknown parameter"));
  EXPECT(contains(wrong("lent./prod", "cpus:1"), "lend_grace_seconds"));
}

// Each parameter changes what the core is told, and what the guarantee is lent of is the
// same if it is said.
void lendingReachesTheCore() {
  const auto lent = [](KeyValues list) {
    list.push_back({"lend./prod", "cpus:4"});
    apportion::allocator core{apportion::options{}};
    setLending(core, read(list).lending);
    return core.digest();
  };
  const std::uint64_t plain = lent({});
  EXPECT(lent({{"lend_from./prod", "guarantee"}}) == plain);
  for (const char* name : {"lend_most_recalled./prod", "borrow./batch",
                           "borrow_parts./batch"}) {
    EXPECT(lent({{name, "cpus:1"}}) != plain);
    EXPECT(lent({{name, "cpus:1"}}) != lent({{name, "cpus:0"}}));
  }
  EXPECT(lent({{"borrow./batch", "cpus:1"}}) !=
         lent({{"borrow_parts./batch", "cpus:1"}}));
}

void recordings() {
  const Settings s = read({{"record", "/var/lib/apportion"}});
  EXPECT(s.recordFolder == "/var/lib/apportion");
  EXPECT(s.recordLimitBytes == 0);
  EXPECT(s.recordSeconds == 0);
  EXPECT(s.recordAtStart);
  const Settings later = read({{"record_at_start", "false"},
                               {"record_limit", "2GB"},
                               {"record_seconds", "60"},
                               {"record", "/var/lib/apportion"}});
  EXPECT(later.recordLimitBytes == std::int64_t{2} << 30);
  EXPECT(later.recordSeconds == 60);
  EXPECT(!later.recordAtStart);
  EXPECT(contains(wrong("record", "apportion"), "the absolute path"));
  EXPECT(wrong("record_limit", "0") != "");
  EXPECT(contains(wrong("record_limit", "1GB"), "without 'record'"));
  EXPECT(contains(wrong("record_seconds", "60"), "without 'record'"));
  for (const char* seconds : {"0", "-1", "1.5", "31536001"}) {
    EXPECT(contains(wrong("record_seconds", seconds), "but takes a whole number"));
  }
  EXPECT(contains(wrong("record_at_start", "false"), "without 'record'"));
}

void wrongValuesAreRefused() {
  const std::string unknown = wrong("roll_sorter", "drf");
  EXPECT(contains(unknown, "'roll_sorter'"));
  for (const char* name :
       {"role_sorter", "framework_sorter", "agent_order", "seed", "gc_percent",
        "memory_limit", "nested_quota", "record", "record_limit",
        "record_seconds", "record_at_start"}) {
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
  Settings settings;
  EXPECT(readParameters({{"seed", "1"}, {"seed", "1"}}, settings) ==
         "parameter 'seed' comes twice");
}

}  // namespace

int main() {
  defaults();
  values();
  policies();
  orderOfParametersIsNothing();
  ranks();
  resourceWeights();
  lending();
  lendingReachesTheCore();
  recordings();
  wrongValuesAreRefused();
  return summary("module_parameters_test");
}
