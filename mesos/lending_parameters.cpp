#include "lending_parameters.hpp"

#include <cmath>
#include <string_view>
#include <vector>

#include "parameter_values.hpp"

namespace apportion_mesos {

namespace {

using Text = std::string_view;

// Amounts as in --resources: cpus:4;mem:1024.
bool readAmounts(Text text, double least, Amounts& amounts) {
  constexpr double bound = 9e15;
  const auto readOne = [&](Text name, Text value) {
    double amount = 0;
    return readNumber(value, amount) && amount >= least && amount < bound &&
           amounts.emplace(name, std::llround(amount * 1000)).second;
  };
  return readNamedValues(text, ':', readOne) && !amounts.empty();
}

bool readFrom(Text text, RoleLending& lending) {
  lending.from = text == "guarantee"      ? APPORTION_LEND_GUARANTEE
                 : text == "reservations" ? APPORTION_LEND_RESERVATIONS
                                          : APPORTION_LEND_GUARANTEE |
                                                APPORTION_LEND_RESERVATIONS;
  return text == "guarantee" || text == "reservations" || text == "both";
}

struct LendingParameter {
  const char* name;
  const char* values;
  bool (*read)(Text value, RoleLending& lending);
};

// What bounds may be 0.
constexpr LendingParameter lendingParameters[] = {
    {"lend", "amounts of resources, each once, such as cpus:4;mem:1024",
     [](Text v, RoleLending& l) { return readAmounts(v, 0.001, l.most); }},
    {"lend_from", "guarantee, reservations or both", readFrom},
    {"lend_most_recalled", "amounts of resources, each once, such as cpus:4;mem:1024",
     [](Text v, RoleLending& l) { return readAmounts(v, 0, l.mostRecalled); }},
    {"borrow", "amounts of resources, each once, such as cpus:4;mem:1024",
     [](Text v, RoleLending& l) { return readAmounts(v, 0, l.mostBorrowed); }},
    {"borrow_parts", "parts by resource, each once, such as cpus:0.5;mem:0.25",
     [](Text v, RoleLending& l) { return readAmounts(v, 0, l.partsBorrowed); }},
};

// The rows point to the names.
std::vector<apportion::quantity> rowsOf(const Amounts& amounts) {
  std::vector<apportion::quantity> rows;
  for (const auto& [name, amount] : amounts) {
    rows.push_back(apportion::make_quantity(name, apportion::amount(amount)));
  }
  return rows;
}

}  // namespace

const char* const lendingParameterNames =
    "with a role lend, lend_from, lend_most_recalled, borrow and borrow_parts, as in "
    "lend./prod";

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
  try {
    apportion::allocator probe{apportion::options{}};
    setLending(probe, settings);
    return "";
  } catch (const apportion::error& e) {
    return std::string("lending: ") + e.what();
  }
}

void setLending(apportion::allocator& core, const LendingSettings& settings) {
  for (const auto& [path, lending] : settings) {
    const apportion::role_id role = core.declare_role(path);
    if (!lending.most.empty()) {
      std::vector<apportion::resource> most;
      for (const auto& [name, amount] : lending.most) {
        apportion::kind_info kind;
        kind.name = name;
        kind.revocable = true;
        most.push_back(apportion::scalar(core.declare_kind(kind),
                                         apportion::amount(amount)));
      }
      const std::uint32_t from =
          lending.from == 0 ? APPORTION_LEND_GUARANTEE : lending.from;
      core.set_lending(role, from, most, rowsOf(lending.mostRecalled));
    }
    core.set_borrowing(role, rowsOf(lending.mostBorrowed),
                       rowsOf(lending.partsBorrowed));
  }
}

}  // namespace apportion_mesos
