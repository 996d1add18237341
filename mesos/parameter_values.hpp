// parameter_values.hpp - how names and values of the module's parameters are spelt.
#ifndef APPORTION_MESOS_PARAMETER_VALUES_HPP
#define APPORTION_MESOS_PARAMETER_VALUES_HPP

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace apportion_mesos {

// Reads all of text as a number.
template <class Number>
bool readNumber(std::string_view text, Number& out) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, out);
  return result.ec == std::errc() && result.ptr == end && !text.empty();
}

// The text without blanks around it, as Mesos reads lists in flags.
inline std::string_view trimmed(std::string_view text) {
  constexpr const char* blanks = " \t\r\n";
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(blanks)));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

// Calls read with each part of a list, trimmed, until one returns false; returns whether
// none did. There is no part behind a separator at the end.
template <class Read>
bool readParts(std::string_view text, char separator, const Read& read) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(separator));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (!read(trimmed(part))) return false;
  }
  return true;
}

// The same of names with a value each: cpus:4; mem:1024. A name is not empty, and ends at
// the last colon, or what else is between the two.
template <class Read>
bool readNamedValues(std::string_view text, char between, const Read& read) {
  return readParts(text, ';', [&](std::string_view part) {
    const std::size_t at = part.rfind(between);
    if (at == std::string_view::npos) return false;
    const std::string_view name = trimmed(part.substr(0, at));
    return !name.empty() && read(name, trimmed(part.substr(at + 1)));
  });
}

// Splits a parameter's name at the "./" in front of a role, if it has one. Returns
// false if no role follows.
inline bool splitRole(const std::string& name, std::string& first,
                      std::string& role) {
  const std::size_t dot = name.find("./");
  first = name.substr(0, dot);
  if (dot == std::string::npos) return true;
  role = name.substr(dot + 2);
  return !role.empty();
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_PARAMETER_VALUES_HPP
