// How numbers and names are written for people.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>

namespace cluster {

// "1,234,567".
inline std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

// "3.14", with that many digits behind the point.
inline std::string fixed(double x, int digits) {
  char text[400];  // more than any number has digits
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

// A part of a whole: "12.5 %" for 0.125.
inline std::string percent(double part, int digits = 1) {
  return fixed(part * 100, digits) + " %";
}

// "1 field", "1,000 fields".
inline std::string counted(std::uint64_t n, std::string_view noun) {
  std::string s = grouped(n) + " ";
  s += noun;
  if (n != 1) s += 's';
  return s;
}

// In double quotes; what would break a line of text appears as '?', and what
// is long is cut.
inline std::string quoted(std::string_view s) {
  constexpr std::size_t longest = 64;
  std::string q = "\"";
  for (const char c : s.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    q += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return q + (s.size() > longest ? "...\"" : "\"");
}

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
