// JSON, as far as the report needs it.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cluster {

// A string, quoted and escaped.
inline std::string json_text(std::string_view s) {
  std::string q = "\"";
  for (const char c : s) {
    if (c == '"' || c == '\\') {
      q += '\\';
      q += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[7];
      std::snprintf(escape, sizeof escape, "\\u%04x",
                    static_cast<unsigned>(c));
      q += escape;
    } else {
      q += c;
    }
  }
  return q + '"';
}

// Seven digits, which are more than a plot shows; null for what is not finite.
inline std::string json_number(double x) {
  if (!std::isfinite(x)) return "null";
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", x);
  return text;
}

// An array in one line.
inline std::string json_numbers(const std::vector<double>& values) {
  std::string s = "[";
  for (const double x : values) {
    if (s.size() > 1) s += ',';
    s += json_number(x);
  }
  return s + ']';
}

// An array of what is JSON already, a line each.
inline std::string json_array(const std::vector<std::string>& elements) {
  std::string s = "[";
  for (const std::string& e : elements) {
    s += s.size() > 1 ? ",\n" : "\n";
    s += e;
  }
  return s + ']';
}

// An object of names and what is JSON already, in that order.
using json_member = std::pair<std::string_view, std::string>;
inline std::string json_object(const std::vector<json_member>& members) {
  std::string s = "{";
  for (const auto& [name, value] : members) {
    if (s.size() > 1) s += ", ";
    s += json_text(name) + ": " + value;
  }
  return s + '}';
}

}  // namespace cluster
