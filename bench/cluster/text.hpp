// How numbers and names are written for people.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
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

// The whole number in [low, high] that a text is. If it is none, refuse is told
// what is wrong, and must throw.
template <class T, class Refuse>
T whole_number(std::string_view text, T low, T high, const Refuse& refuse) {
  T value = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  const bool whole = read.ec == std::errc() && read.ptr == end;
  if (!whole || value < low || value > high) {
    refuse(quoted(text) + " is not a whole number from " +
           std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

}  // namespace cluster
