#include "builtin.hpp"

namespace cluster {

histogram builtin_machines() {
  return {
#include "machines.inc"
  };
}

}  // namespace cluster
