// recovery_factor_test.cpp - needs neither Mesos nor the core.
#include "../recovery_factor.hpp"

#include <cmath>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

void aPartOfTheAgentsIsAwaited() {
  EXPECT(awaitedAgents(10, 0.8) == 8);
  EXPECT(awaitedAgents(1, 0.8) == 0);
  EXPECT(awaitedAgents(10, 0) == 0);
  EXPECT(awaitedAgents(0, 0.8) == 0);
}

void anyFactorMeansSomething() {
  EXPECT(awaitedAgents(10, 1.5) == 15);
  EXPECT(awaitedAgents(10, -1) == 1);
  EXPECT(awaitedAgents(10, 1e300) == 2147483647);
  EXPECT(awaitedAgents(10, INFINITY) == 2147483647);
  EXPECT(awaitedAgents(10, NAN) == 1);
}

}  // namespace

int main() {
  aPartOfTheAgentsIsAwaited();
  anyFactorMeansSomething();
  return summary("recovery_factor_test");
}
