// parameter_values.hpp - how names and values of the module's parameters are spelt.
#ifndef APPORTION_MESOS_PARAMETER_VALUES_HPP
#define APPORTION_MESOS_PARAMETER_VALUES_HPP

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
