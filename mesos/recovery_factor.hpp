// recovery_factor.hpp - how many agents the hold-off after a failover waits for.
#ifndef APPORTION_MESOS_RECOVERY_FACTOR_HPP
#define APPORTION_MESOS_RECOVERY_FACTOR_HPP

#include <limits>

namespace apportion_mesos {

// The number of agents that were there times the master's recovery factor, which
// may be any number: below 0, Mesos waits for the first agent, and above 1, for more
// agents than there were.
inline int awaitedAgents(int expected, double factor) {
  const double awaited = expected * factor;
  if (awaited > -1 && awaited < 1) return 0;
  if (awaited >= 1 && awaited < std::numeric_limits<int>::max()) {
    return static_cast<int>(awaited);
  }
  return awaited >= 1 ? std::numeric_limits<int>::max() : 1;
}

}  // namespace apportion_mesos

#endif  // APPORTION_MESOS_RECOVERY_FACTOR_HPP
