#ifndef APPORTION_FUZZ_CHURN_CLUSTER_HPP
#define APPORTION_FUZZ_CHURN_CLUSTER_HPP

#include <apportion.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "settings.hpp"

namespace churn {

constexpr std::int64_t second = 1'000'000'000;

// What a framework holds on an agent.
struct holding {
  apportion::agent_id agent;
  std::vector<apportion::resource> resources;
  bool allocated;
};

// A job comes with a role, a framework in it, a machine with labels of its own, and
// volumes there and on a machine that stays, its home.
struct job {
  std::uint64_t number = 0;
  apportion::role_id role;
  apportion::framework_id framework;
  apportion::agent_id agent;
  std::uint64_t item = 0;
  std::uint64_t home = 0;
  std::vector<apportion::kind_id> kinds;
  std::vector<apportion::resource> volumes;  // first those at home
  std::vector<holding> holdings;
  bool has_quota = false;
  bool has_weight = false;
  bool released = false;  // its numbers were, as soon as they were in use
  bool left = false;      // its framework has left the role
};

// A cluster in which some agents stay while jobs come and go, a fixed number of
// them at a time, and leave nothing behind.
class cluster {
 public:
  explicit cluster(const settings& s);

  // Lets a job come and, once there are enough, another one go. Now and then there
  // is a cycle.
  void step();

  // Lets all jobs go.
  void empty();

  std::uint64_t cycles() const { return cycles_; }
  std::uint64_t offers() const { return offers_; }

 private:
  static apportion::options options();
  void add_staying(std::uint64_t number);
  void come();
  void go(std::size_t place);

  // Parts of a job's coming.
  void declare_role(job& j);
  std::vector<apportion::resource> declare_machine(job& j);
  void declare_volumes(job& j);
  void add_machine(job& j, const std::vector<apportion::resource>& total);
  void make_volumes(const job& j);
  void update_home(std::uint64_t home);
  template <class F> void introduce(const job& j, F f);
  void release_numbers(job& j);

  void unmake_volumes(const job& j);
  void change(job& j);
  void exclude(const job& j);
  void allocate();
  void answer(job& j, const apportion::offer& o);

  apportion::kind_id declare(const apportion::kind_info& info, job& j);
  std::uint64_t random(std::uint64_t below) { return random_() % below; }

  settings settings_;
  std::mt19937_64 random_;
  apportion::allocator allocator_{options()};
  apportion::kind_id cpus_, mem_, disk_, ports_;
  apportion::role_id stays_;
  std::vector<apportion::agent_id> staying_;
  std::vector<std::vector<apportion::resource>> totals_;  // of these
  std::vector<job> jobs_;
  std::unordered_map<std::uint64_t, std::size_t> by_framework_;  // place in jobs_
  apportion::cycle cycle_;
  std::int64_t now_ = 0;
  std::uint64_t next_ = 0, cycles_ = 0, offers_ = 0;
};

}  // namespace churn

#endif
