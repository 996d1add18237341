// How much comes and goes, and what each job has.
#ifndef APPORTION_FUZZ_CHURN_SETTINGS_HPP
#define APPORTION_FUZZ_CHURN_SETTINGS_HPP

#include <cstdint>

namespace churn {

// How many volumes a job has, those on its own machine among them, and how many
// kinds in all.
constexpr int volumes_per_job = 5;
constexpr int volumes_at_home = 3;
constexpr int kinds_per_job = 10;

struct settings {
  std::uint64_t jobs = 1'000'000;
  std::uint64_t agents = 5000;  // that stay
  std::uint64_t alive = 200;    // jobs at a time
  std::uint64_t seed = 1;
};

}  // namespace churn

#endif
