// The figures of a run, in words.
#pragma once

#include <string>
#include <vector>

#include "history.hpp"
#include "master.hpp"
#include "options.hpp"
#include "workload.hpp"

namespace cluster {

struct figure {
  std::string name;
  std::string value;
};

using summary = std::vector<figure>;

// `seconds` is how long the whole run took.
summary summarise(const options& o, const workload& w, const history& h,
                  const allocator_times& times, double seconds);

// A table of two columns, for a terminal.
std::string table(const summary& figures);

}  // namespace cluster
