// fixed_point_test.cpp - needs neither Mesos nor the core.
#include "../fixed_point.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

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

void whatFitsNotSaturates() {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  EXPECT(toThousandths(1e12) == 1000000000000000);
  EXPECT(toThousandths(9e15) == 9000000000000000000);
  EXPECT(toThousandths(9223372036854776.0) == most);
  EXPECT(toThousandths(-9223372036854776.0) == least);
  EXPECT(toThousandths(1.7e308) == most);
  EXPECT(toThousandths(INFINITY) == most);
  EXPECT(toThousandths(-INFINITY) == least);
  EXPECT(toThousandths(NAN) == most);
}

}  // namespace

int main() {
  doublesRoundToThousandths();
  whatFitsNotSaturates();
  return summary("fixed_point_test");
}
