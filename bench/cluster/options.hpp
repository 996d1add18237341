// The command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cluster {

struct options {
  std::uint64_t agents = 50'000;
  std::uint64_t frameworks = 1'000;
  std::uint64_t roles = 200;
  std::uint64_t cycles = 60;
  std::uint64_t seed = 1;
  std::string nodes;  // empty: the built-in machines
  std::string pods;   // empty: the built-in tasks
  std::string json;   // empty: written nowhere
  std::string record;  // a folder; empty: not recorded
  std::string view;    // ADDRESS:PORT; empty: no page is served
  std::uint32_t agent_order = 0;  // APPORTION_ORDER_...
  bool help = false;
};

// Throws usage_error.
options parse_options(int argc, char** argv);

// What --help prints.
std::string help_text();

}  // namespace cluster
