// How numbers and names are written for people.
#ifndef CLUSTER_TEXT_HPP
#define CLUSTER_TEXT_HPP

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace cluster {

// "1,234,567".
std::string grouped(std::uint64_t n);

// "3.14", with that many digits behind the point.
std::string fixed(double x, int digits);

// A part of a whole: "12.5 %" for 0.125.
std::string percent(double part, int digits = 1);

// "1 field", "1,000 fields".
std::string counted(std::uint64_t n, std::string_view noun);

// In double quotes; what would break a line of text appears as '?', and what
// is long is cut.
std::string quoted(std::string_view s);

// The whole number that a text is, if it is one in [low, high].
template <class T>
std::optional<T> whole_number(std::string_view text, T low, T high) {
  T value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  const bool whole = read.ec == std::errc() && read.ptr == end;
  if (!whole || value < low || value > high) return std::nullopt;
  return value;
}

template <class T>
std::string not_whole_number(std::string_view text, T low, T high) {
  return quoted(text) + " is not a whole number from " + std::to_string(low) +
         " to " + std::to_string(high);
}

}  // namespace cluster

#endif
