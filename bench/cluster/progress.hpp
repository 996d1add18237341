// The line that moves while the simulation runs.
#ifndef CLUSTER_PROGRESS_HPP
#define CLUSTER_PROGRESS_HPP

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

  bool visible() const noexcept { return visible_; }
  void show(const history& h) const;

 private:
  std::size_t cycles_;
  bool visible_;
};

}  // namespace cluster

#endif
