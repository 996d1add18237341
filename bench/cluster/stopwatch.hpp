// Real time, for measuring only: nothing is decided by it.
#ifndef CLUSTER_STOPWATCH_HPP
#define CLUSTER_STOPWATCH_HPP

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

#endif
