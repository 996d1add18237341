// The line that moves while the simulation runs.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <string>

#include "history.hpp"
#include "text.hpp"

namespace cluster {

// On standard error; silent if that is no terminal.
class progress {
 public:
  explicit progress(std::size_t cycles)
      : cycles_(cycles), visible_(isatty(STDERR_FILENO) == 1) {}
  ~progress() {
    if (visible_) std::fputs(clear_line, stderr);
  }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void show(const history& h) const {
    if (!visible_) return;
    const sample& s = h.samples.back();
    std::string line = clear_line;
    line += "cycle " + grouped(h.samples.size()) + " of " + grouped(cycles_) +
            ": " + fixed(s.cycle_seconds * 1e3, 1) + " ms, " +
            counted(s.offers, "offer");
    for (std::size_t i = 0; i < resource_count; ++i) {
      line += std::string(", ") + resource_names[i] + " " +
              percent(s.utilisation[i], 0);
    }
    std::fputs(line.c_str(), stderr);
  }

 private:
  static constexpr const char* clear_line = "\r\033[K";

  std::size_t cycles_;
  bool visible_;
};

}  // namespace cluster
