// Real time, for measuring only: nothing is decided by it.
#pragma once

#include <chrono>

namespace cluster {

class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(clock::now() - start_).count();
  }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point start_ = clock::now();
};

}  // namespace cluster
