#include "text.hpp"

#include <cstdio>

namespace cluster {

std::string grouped(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

std::string fixed(double x, int digits) {
  char text[400];  // more than any number has digits
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

std::string percent(double part, int digits) {
  return fixed(part * 100, digits) + " %";
}

std::string counted(std::uint64_t n, std::string_view noun) {
  std::string s = grouped(n) + " ";
  s += noun;
  if (n != 1) s += 's';
  return s;
}

std::string quoted(std::string_view s) {
  constexpr std::size_t longest = 64;
  std::string q = "\"";
  for (const char c : s.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    q += byte < 0x20 || byte == 0x7f ? '?' : c;
  }
  return q + (s.size() > longest ? "...\"" : "\"");
}

}  // namespace cluster
