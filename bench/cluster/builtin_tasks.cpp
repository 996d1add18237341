#include "builtin.hpp"

namespace cluster {

histogram builtin_tasks() {
  return {
#include "tasks.inc"
  };
}

}  // namespace cluster
