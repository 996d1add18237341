#include "module_parameters.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <map>
#include <set>
#include <string_view>

#include "parameter_values.hpp"

namespace apportion_mesos {

namespace {

using Text = std::string_view;
using Path = const std::string&;  // of a role; empty where there is none

// Which of some words it is.
template <class Number>
bool choice(Text text, std::initializer_list<Text> words, Number& out) {
  const auto found = std::find(words.begin(), words.end(), text);
  if (found == words.end()) return false;
  out = static_cast<Number>(found - words.begin());
  return true;
}

bool sorter(Text text, std::string& out) {
  out = text;
  return text == "drf" || text == "random";
}

bool flag(Text text, bool& out) { return choice(text, {"false", "true"}, out); }

bool agentOrder(Text text, std::uint32_t& out) {
  static_assert(APPORTION_ORDER_RANDOM == 0 && APPORTION_ORDER_BY_ID == 1);
  static_assert(APPORTION_ORDER_PACK == 2 && APPORTION_ORDER_SPREAD == 3);
  return choice(text, {"random", "id", "pack", "spread"}, out);
}

bool seed(Text text, std::optional<std::uint64_t>& out) {
  std::uint64_t value = 0;
  if (!readNumber(text, value)) return false;
  out = value;
  return true;
}

// A size in bytes, with an optional unit of KB, MB, GB or TB, each 1024 times
// the one before, as Mesos's own flags take it.
bool bytes(Text text, std::int64_t& out) {
  std::int64_t factor = 1, unit = 1;
  const std::size_t digits = text.size() - std::min<std::size_t>(text.size(), 2);
  for (Text name : {"KB", "MB", "GB", "TB"}) {
    unit *= 1024;
    if (text.substr(digits) == name) factor = unit;
  }
  if (factor > 1) text.remove_suffix(2);
  if (!readNumber(text, out) || out < 1 ||
      out > std::numeric_limits<std::int64_t>::max() / factor) {
    return false;
  }
  out *= factor;
  return true;
}

bool upToADay(Text text, std::int64_t& seconds) {
  return readNumber(text, seconds) && seconds >= 0 && seconds <= 24 * 3600;
}

// Amounts as in --resources: cpus:4;mem:1024.
bool amounts(Text text, double least, Amounts& out) {
  constexpr double bound = 9e15;
  const auto readOne = [&](Text name, Text value) {
    double amount = 0;
    return readNumber(value, amount) && amount >= least && amount < bound &&
           out.emplace(name, amount).second;
  };
  return readNamedValues(text, ':', readOne) && !out.empty();
}

// Nothing, which the first word stands for, is refused.
bool lendFrom(Text text, std::uint32_t& out) {
  static_assert(APPORTION_LEND_GUARANTEE == 1 && APPORTION_LEND_RESERVATIONS == 2);
  return choice(text, {"", "guarantee", "reservations", "both"}, out) && out != 0;
}

// Weights of resources: gpus=8;a100,h100=2.
bool resourceWeights(Text text, std::map<std::string, double>& weights) {
  const auto readOne = [&](Text resources, Text value) {
    std::string names;
    const auto addName = [&](Text name) {
      names.append(names.empty() ? "" : ",").append(name);
      return !name.empty();
    };
    double weight = 0;
    return readParts(resources, ',', addName) && readNumber(value, weight) &&
           weights.emplace(names, weight).second;
  };
  return readNamedValues(text, '=', readOne) && !weights.empty();
}

bool policy(Text text, Path role, std::uint32_t of, Settings& s) {
  s.policies.policies.push_back({role, of, std::string(text)});
  return !text.empty();
}

bool rank(Text text, Path role, Settings& s) {
  double value = 0;
  if (!readNumber(text, value)) return false;
  s.policies.ranks.push_back({role, value});
  return true;
}

// Whether a parameter is of a role, as policy./eng is.
enum class Role { none, may, must };

constexpr const char* amountsOfResources =
    "amounts of resources, each once, such as cpus:4;mem:1024";

struct Known {
  const char* name;
  Role role;
  const char* values;
  bool (*read)(Text value, Path role, Settings& settings);
  bool ofPolicies = false;  // what the core says of it is told
};

// What bounds of lending may be 0.
constexpr Known known[] = {
    {"role_sorter", Role::none, "drf or random",
     [](Text v, Path, Settings& s) { return sorter(v, s.roleSorter); }},
    {"framework_sorter", Role::none, "drf or random",
     [](Text v, Path, Settings& s) { return sorter(v, s.frameworkSorter); }},
    {"agent_order", Role::none, "random, id, pack or spread",
     [](Text v, Path, Settings& s) { return agentOrder(v, s.agentOrder); }},
    {"seed", Role::none, "a whole number from 0 to 2^64-1",
     [](Text v, Path, Settings& s) { return seed(v, s.seed); }},
    {"gc_percent", Role::none, "a whole number above 0, or -1 for no bound",
     [](Text v, Path, Settings& s) {
       return readNumber(v, s.gcPercent) && s.gcPercent >= -1 && s.gcPercent != 0;
     }},
    {"memory_limit", Role::none, "a size such as 512MB",
     [](Text v, Path, Settings& s) { return bytes(v, s.memoryLimitBytes); }},
    {"nested_quota", Role::none, "true or false",
     [](Text v, Path, Settings& s) { return flag(v, s.nestedQuota); }},
    {"record", Role::none, "the absolute path of a folder",
     [](Text v, Path, Settings& s) {
       s.recordFolder = v;
       return !v.empty() && v.front() == '/';
     }},
    {"record_limit", Role::none, "a size such as 512MB",
     [](Text v, Path, Settings& s) { return bytes(v, s.recordLimitBytes); }},
    {"record_seconds", Role::none, "a whole number from 1 to 31536000, a year",
     [](Text v, Path, Settings& s) {
       return readNumber(v, s.recordSeconds) && s.recordSeconds >= 1 &&
              s.recordSeconds <= 365 * 24 * 3600;
     }},
    {"record_at_start", Role::none, "true or false",
     [](Text v, Path, Settings& s) { return flag(v, s.recordAtStart); }},
    {"lend_grace_seconds", Role::none, "a whole number from 0 to 86400, a day",
     [](Text v, Path, Settings& s) { return upToADay(v, s.lendGraceSeconds); }},
    {"lend_least_seconds", Role::none, "a whole number from 0 to 86400, a day",
     [](Text v, Path, Settings& s) { return upToADay(v, s.lendLeastSeconds); }},
    {"policy", Role::may, "a policy",
     [](Text v, Path role, Settings& s) {
       return policy(v, role, APPORTION_POLICY_OF_ALL, s);
     }, true},
    {"role_policy", Role::may, "a policy",
     [](Text v, Path role, Settings& s) {
       return policy(v, role, APPORTION_POLICY_OF_ROLES, s);
     }, true},
    {"framework_policy", Role::may, "a policy",
     [](Text v, Path role, Settings& s) {
       return policy(v, role, APPORTION_POLICY_OF_FRAMEWORKS, s);
     }, true},
    {"rank", Role::must, "a number", rank, true},
    {"resource_weights", Role::none,
     "weights of resources, each once, such as gpus=8;a100,h100=2",
     [](Text v, Path, Settings& s) {
       return resourceWeights(v, s.policies.resourceWeights);
     }, true},
    {"lend", Role::must, amountsOfResources,
     [](Text v, Path role, Settings& s) {
       return amounts(v, 0.001, s.lending[role].most);
     }},
    {"lend_from", Role::must, "guarantee, reservations or both",
     [](Text v, Path role, Settings& s) {
       return lendFrom(v, s.lending[role].from);
     }},
    {"lend_most_recalled", Role::must, amountsOfResources,
     [](Text v, Path role, Settings& s) {
       return amounts(v, 0, s.lending[role].mostRecalled);
     }},
    {"borrow", Role::must, amountsOfResources,
     [](Text v, Path role, Settings& s) {
       return amounts(v, 0, s.lending[role].mostBorrowed);
     }},
    {"borrow_parts", Role::must,
     "parts by resource, each once, such as cpus:0.5;mem:0.25",
     [](Text v, Path role, Settings& s) {
       return amounts(v, 0, s.lending[role].partsBorrowed);
     }},
};

const Known* find(const std::string& name, std::string& role) {
  std::string first;
  if (!splitRole(name, first, role)) return nullptr;
  const Role without = role.empty() ? Role::must : Role::none;
  for (const Known& k : known) {
    if (first == k.name && k.role != without) return &k;
  }
  return nullptr;
}

std::string unknown(const std::string& name) {
  std::string text = "unknown parameter '" + name + "'; known are ";
  for (const Known& k : known) {
    if (k.role == Role::none && !k.ofPolicies) text.append(k.name).append(", ");
  }
  return text +
         "policy, role_policy, framework_policy, these three with a role as in "
         "policy./eng/web, too, rank with one, as in rank./eng/web, and "
         "resource_weights, and with a role lend, lend_from, lend_most_recalled, "
         "borrow and borrow_parts, as in lend./prod";
}

// What an allocator that nothing else is told of says of settings: it knows best what a
// policy is.
template <class Settings>
std::string refusal(void (*set)(apportion::allocator&, const Settings&),
                    const Settings& settings, const std::string& of) {
  try {
    apportion::allocator probe{apportion::options{}};
    set(probe, settings);
    return "";
  } catch (const apportion::error& e) {
    return of + ": " + e.what();
  }
}

// What is wrong with all parameters of lending together.
std::string wrongLending(const LendingSettings& settings) {
  bool lends = false;
  for (const auto& [role, lending] : settings) {
    lends = lends || !lending.most.empty();
    if (lending.most.empty() &&
        (lending.from != 0 || !lending.mostRecalled.empty())) {
      return "what role '" + role + "' lends is nothing without 'lend./" + role +
             "'";
    }
  }
  if (!lends && !settings.empty()) {
    return "how much is borrowed is nothing without 'lend' of a role";
  }
  return refusal(setLending, settings, "lending");
}

// Ranks that no policy looks at are wrong.
std::string missingPolicy(const PolicySettings& settings) {
  const auto& list = settings.policies;
  const bool ranked = std::any_of(list.begin(), list.end(), [](const Policy& p) {
    return p.policy == "ranked";
  });
  if (ranked || settings.ranks.empty()) return "";
  return "parameter 'rank./" + settings.ranks.front().role +
         "' is nothing without a policy that is 'ranked'";
}

}  // namespace

std::string readParameters(const KeyValues& parameters, Settings& settings) {
  std::set<std::string> seen;
  for (const auto& [name, value] : parameters) {
    if (!seen.insert(name).second) return "parameter '" + name + "' comes twice";
    std::string role;
    const Known* match = find(name, role);
    if (match == nullptr) return unknown(name);
    const std::string given = "parameter '" + name + "' is '" + value + "'";
    if (!match->read(value, role, settings)) {
      return given + ", but takes " + match->values;
    }
    // What came before was accepted: the core speaks of this one.
    if (match->ofPolicies) {
      const std::string wrong = refusal(setPolicies, settings.policies, given);
      if (!wrong.empty()) return wrong;
    }
  }
  if (settings.recordFolder.empty() &&
      (settings.recordLimitBytes != 0 || settings.recordSeconds != 0 ||
       !settings.recordAtStart)) {
    return "parameters 'record_limit', 'record_seconds' and 'record_at_start' "
           "are nothing without 'record'";
  }
  if (settings.lending.empty() && (seen.count("lend_grace_seconds") != 0 ||
                                   seen.count("lend_least_seconds") != 0)) {
    return "parameters 'lend_grace_seconds' and 'lend_least_seconds' are nothing "
           "without 'lend' of a role";
  }
  const std::string wrong = wrongLending(settings.lending);
  return wrong.empty() ? missingPolicy(settings.policies) : wrong;
}

}  // namespace apportion_mesos
