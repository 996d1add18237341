// JSON, as far as the report needs it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cluster {

// A string, quoted and escaped.
std::string json_text(std::string_view s);

// Seven digits, which are more than a plot shows; null for what is not finite.
std::string json_number(double x);

// An array in one line.
std::string json_numbers(const std::vector<double>& values);

// An array of what is JSON already, a line each.
std::string json_array(const std::vector<std::string>& elements);

// An object of names and what is JSON already, in that order.
using json_member = std::pair<std::string_view, std::string>;
std::string json_object(const std::vector<json_member>& members);

}  // namespace cluster
