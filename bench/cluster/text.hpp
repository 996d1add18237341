// How numbers and names are written for people.
#ifndef CLUSTER_TEXT_HPP
#define CLUSTER_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace cluster

#endif
