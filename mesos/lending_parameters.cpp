#include "lending_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "parameter_values.hpp"

namespace apportion_mesos {

namespace {

using Text = std::string_view;

// Amounts as in --resources: cpus:4;mem:1024.
bool readMost(Text text, Lending& lending) {
  constexpr double bound = 9e15;
  while (!text.empty()) {
    const Text one = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const std::size_t colon = one.find(':');
    double amount = 0;
    if (colon == Text::npos || colon == 0 ||
        !readNumber(one.substr(colon + 1), amount) ||
        !(amount >= 0.001 && amount < bound)) {
      return false;
    }
    const std::string name(one.substr(0, colon));
    if (!lending.most.emplace(name, std::llround(amount * 1000)).second) {
      return false;
    }
  }
  return !lending.most.empty();
}

bool readFrom(Text text, Lending& lending) {
  lending.from = text == "guarantee"      ? APPORTION_LEND_GUARANTEE
                 : text == "reservations" ? APPORTION_LEND_RESERVATIONS
                                          : APPORTION_LEND_GUARANTEE |
                                                APPORTION_LEND_RESERVATIONS;
  return text == "guarantee" || text == "reservations" || text == "both";
}

struct LendingParameter {
  const char* name;
  const char* values;
  bool (*read)(Text value, Lending& lending);
};

constexpr LendingParameter lendingParameters[] = {
    {"lend", "amounts of resources, each once, such as cpus:4;mem:1024", readMost},
    {"lend_from", "guarantee, reservations or both", readFrom},
};

}  // namespace

const char* const lendingParameterNames =
    "with a role lend and lend_from, as in lend./prod";

std::optional<std::string> readLendingParameter(const std::string& name,
                                                const std::string& value,
                                                LendingSettings& settings) {
  std::string first, role;
  if (!splitRole(name, first, role) || role.empty()) return std::nullopt;
  for (const LendingParameter& p : lendingParameters) {
    if (first != p.name) continue;
    if (p.read(value, settings[role])) return "";
    return "parameter '" + name + "' is '" + value + "', but takes " + p.values;
  }
  return std::nullopt;
}

std::string wrongLending(const LendingSettings& settings) {
  for (const auto& [role, lending] : settings) {
    if (lending.most.empty()) {
      return "what role '" + role + "' lends is nothing without 'lend./" + role +
             "'";
    }
  }
  try {
    apportion::allocator probe{apportion::options{}};
    setLending(probe, settings);
    return "";
  } catch (const apportion::error& e) {
    return std::string("parameter 'lend': ") + e.what();
  }
}

void setLending(apportion::allocator& core, const LendingSettings& settings) {
  for (const auto& [role, lending] : settings) {
    std::vector<apportion::resource> most;
    for (const auto& [name, amount] : lending.most) {
      apportion::kind_info kind;
      kind.name = name;
      kind.revocable = true;
      most.push_back(apportion::scalar(core.declare_kind(kind),
                                       apportion::amount(amount)));
    }
    core.set_lending(core.declare_role(role), lending.from, most, {});
  }
}

}  // namespace apportion_mesos
