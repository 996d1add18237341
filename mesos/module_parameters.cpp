#include "module_parameters.hpp"

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <set>
#include <string_view>

#include "parameter_values.hpp"

namespace apportion_mesos {

namespace {

using Text = std::string_view;

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

struct Known {
  const char* name;
  const char* values;
  bool (*read)(Text value, Settings& settings);
};

constexpr Known known[] = {
    {"role_sorter", "drf or random",
     [](Text v, Settings& s) { return sorter(v, s.roleSorter); }},
    {"framework_sorter", "drf or random",
     [](Text v, Settings& s) { return sorter(v, s.frameworkSorter); }},
    {"agent_order", "random, id, pack or spread",
     [](Text v, Settings& s) { return agentOrder(v, s.agentOrder); }},
    {"seed", "a whole number from 0 to 2^64-1",
     [](Text v, Settings& s) { return seed(v, s.seed); }},
    {"gc_percent", "a whole number above 0, or -1 for no bound",
     [](Text v, Settings& s) {
       return readNumber(v, s.gcPercent) && s.gcPercent >= -1 && s.gcPercent != 0;
     }},
    {"memory_limit", "a size such as 512MB",
     [](Text v, Settings& s) { return bytes(v, s.memoryLimitBytes); }},
    {"nested_quota", "true or false",
     [](Text v, Settings& s) { return flag(v, s.nestedQuota); }},
    {"record", "the absolute path of a folder",
     [](Text v, Settings& s) {
       s.recordFolder = v;
       return !v.empty() && v.front() == '/';
     }},
    {"record_limit", "a size such as 512MB",
     [](Text v, Settings& s) { return bytes(v, s.recordLimitBytes); }},
    {"record_seconds", "a whole number from 1 to 31536000, a year",
     [](Text v, Settings& s) {
       return readNumber(v, s.recordSeconds) && s.recordSeconds >= 1 &&
              s.recordSeconds <= 365 * 24 * 3600;
     }},
    {"record_at_start", "true or false",
     [](Text v, Settings& s) { return flag(v, s.recordAtStart); }},
    {"lend_grace_seconds", "a whole number from 0 to 86400, a day",
     [](Text v, Settings& s) { return upToADay(v, s.lendGraceSeconds); }},
    {"lend_least_seconds", "a whole number from 0 to 86400, a day",
     [](Text v, Settings& s) { return upToADay(v, s.lendLeastSeconds); }},
};

std::string unknown(const std::string& name) {
  std::string text = "unknown parameter '" + name + "'; known are ";
  const char* separator = "";
  for (const Known& k : known) {
    text += separator;
    text += k.name;
    separator = ", ";
  }
  return text + ", " + policyParameterNames + ", and " + lendingParameterNames;
}

}  // namespace

std::string readParameters(const KeyValues& parameters, Settings& settings) {
  std::set<std::string> seen;
  for (const auto& [name, value] : parameters) {
    const Known* match = nullptr;
    for (const Known& k : known) {
      if (name == k.name) match = &k;
    }
    if (!seen.insert(name).second) return "parameter '" + name + "' comes twice";
    if (match == nullptr) {
      auto wrong = readPolicyParameter(name, value, settings.policies);
      if (!wrong) wrong = readLendingParameter(name, value, settings.lending);
      if (!wrong) return unknown(name);
      if (!wrong->empty()) return *wrong;
      continue;
    }
    if (!match->read(value, settings)) {
      return "parameter '" + name + "' is '" + value + "', but takes " +
             match->values;
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
