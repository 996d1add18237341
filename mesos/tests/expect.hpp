// expect.hpp - as much of a test framework as these tests need.
#ifndef APPORTION_MESOS_TESTS_EXPECT_HPP
#define APPORTION_MESOS_TESTS_EXPECT_HPP

#include <cstdio>

inline int failures = 0;

#define EXPECT(condition)                                                 \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                         \
    }                                                                     \
  } while (false)

inline int summary(const char* what) {
  if (failures > 0) {
    std::printf("%s: %d expectations failed\n", what, failures);
    return 1;
  }
  std::printf("%s: ok\n", what);
  return 0;
}

#endif  // APPORTION_MESOS_TESTS_EXPECT_HPP
