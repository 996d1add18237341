#include "builtin.hpp"

namespace cluster {

histogram builtin_machines() {
  return {
#include "machines.inc"
  };
}

histogram builtin_tasks() {
  return {
#include "tasks.inc"
  };
}

}  // namespace cluster
