// fixed_point_test.cpp - needs neither Mesos nor the core.
#include "../fixed_point.hpp"

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

struct Scalar {
  double number;
  double value() const { return number; }
};

void doublesRoundToThousandths() {
  EXPECT(toThousandths(1.5) == 1500);
  EXPECT(toThousandths(0.0004) == 0);
  EXPECT(toThousandths(0.0005) == 1);
  EXPECT(toThousandths(-2.25) == -2250);
  EXPECT(toThousandths(Scalar{0.1}) == 100);
  // The sum of these doubles is not 0.3.
  EXPECT(toThousandths(0.1 + 0.2) == 300);
  EXPECT(toDouble(toThousandths(0.1 + 0.2)) == 0.3);
  EXPECT(toDouble(1) == 0.001);
}

}  // namespace

int main() {
  doublesRoundToThousandths();
  return summary("fixed_point_test");
}
