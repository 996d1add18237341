// refused_values.hpp - what the module had to refuse of what the master told it,
// and why.
#ifndef APPORTION_MESOS_REFUSED_VALUES_HPP
#define APPORTION_MESOS_REFUSED_VALUES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "apportion.hpp"

namespace apportion_mesos {

// What a refused value belongs to.
enum class RefusedPart {
  agent,
  framework,
  quota,      // of a role
  weight,     // of a role
  whitelist,
  operation,  // of an operator, on an agent
};

constexpr std::size_t refusedPartCount = 6;

// In the plural, as metrics and the endpoint name them.
inline const char* pluralName(RefusedPart part) {
  constexpr std::array<const char*, refusedPartCount> names = {
      "agents", "frameworks", "quotas", "weights", "whitelists", "operations"};
  return names[static_cast<std::size_t>(part)];
}

// Whether an error says that the core cannot take a value, whoever it comes from:
// one that is out of its bounds, or malformed. All other errors say that the core
// is broken, or that it keeps other books than the caller.
constexpr bool refusesValue(std::int32_t code) {
  switch (code) {
    case APPORTION_E_COUNT:
    case APPORTION_E_INVALID:
    case APPORTION_E_NAME:
    case APPORTION_E_AMOUNT:
    case APPORTION_E_CONVERSION:
    case APPORTION_E_LIMIT: return true;
    default: return false;
  }
}

// Carries out a call on the core. Returns why the core refuses a value in it, or
// nothing if it does not. Throws apportion::error for all other errors.
template <class Call>
std::optional<std::string> reasonOfRefusal(Call&& call) {
  try {
    std::forward<Call>(call)();
    return std::nullopt;
  } catch (const apportion::error& e) {
    if (!refusesValue(e.code())) throw;
    return std::string(e.name()) + ": " + e.what();
  }
}

// What is refused at present, and why. The master does not know of it, and goes on
// to name it. An entry ends when the master says something else of the same that the core
// takes, or when the agent or framework is removed.
class RefusedValues {
 public:
  // By agent id, framework id or role; "" for the whitelist.
  using Reasons = std::map<std::string, std::string>;

  void add(RefusedPart part, const std::string& id, std::string why) {
    at(part)[id] = std::move(why);
  }
  bool contains(RefusedPart part, const std::string& id) const {
    const Reasons& reasons = of(part);
    return !reasons.empty() && reasons.count(id) > 0;
  }
  void remove(RefusedPart part, const std::string& id) { at(part).erase(id); }

  const Reasons& of(RefusedPart part) const {
    return parts_[static_cast<std::size_t>(part)];
  }

 private:
  Reasons& at(RefusedPart part) {
    return parts_[static_cast<std::size_t>(part)];
  }

  std::array<Reasons, refusedPartCount> parts_;
};

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_REFUSED_VALUES_HPP
