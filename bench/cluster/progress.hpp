// The line that moves while the simulation runs.
#pragma once

#include <cstddef>

#include "history.hpp"

namespace cluster {

// On standard error; silent if that is no terminal.
class progress {
 public:
  explicit progress(std::size_t cycles);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void show(const history& h) const;

 private:
  std::size_t cycles_;
  bool visible_;
};

}  // namespace cluster
