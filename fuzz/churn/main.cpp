// Plays a cluster in which volumes, labels, roles, frameworks and agents come and
// go by the million, through the C library, beside agents that stay, and says
// what memory that takes: after a collection at every tenth of the way, from the
// first to the last the same. It fails if it is not.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cluster.hpp"
#include "memory.hpp"

namespace {

constexpr int tenths = 10;

struct arguments {
  churn::settings cluster;
  std::uint64_t bound = 5;  // per cent that the last tenth may differ by
};

const char usage[] =
    "usage: churn [--jobs N] [--agents N] [--alive N] [--seed N] [--bound N]\n"
    "\n"
    "Each job is a role, a framework, an agent and ten kinds of resources: volumes on\n"
    "an agent that stays, resources with labels, a disk. --jobs come in all, --alive\n"
    "of them are there at a time, --agents stay. --bound is how much memory may change\n"
    "from the first tenth to the last, in per cent.\n";

std::uint64_t number(std::string_view name, const std::string& text) {
  std::size_t end = 0;
  const std::uint64_t n = std::stoull(text, &end);
  if (end != text.size() || n == 0)
    throw std::invalid_argument(std::string(name) + ": a number above 0");
  return n;
}

arguments parse(int argc, char** argv) {
  arguments a;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    if (name == "--help") {
      std::cout << usage;
      std::exit(EXIT_SUCCESS);
    }
    if (i + 1 == argc) throw std::invalid_argument(std::string(name) + "?");
    if (name == "--jobs") a.cluster.jobs = number(name, argv[i + 1]);
    else if (name == "--agents") a.cluster.agents = number(name, argv[i + 1]);
    else if (name == "--alive") a.cluster.alive = number(name, argv[i + 1]);
    else if (name == "--bound") a.bound = number(name, argv[i + 1]);
    else if (name == "--seed") a.cluster.seed = number(name, argv[i + 1]);
    else throw std::invalid_argument(std::string(name) + "?");
  }
  return a;
}

int run(const arguments& a) {
  churn::cluster cluster(a.cluster);
  const auto start = std::chrono::steady_clock::now();
  const auto look = [&](const std::string& when, std::uint64_t jobs) {
    const std::uint64_t resident = churn::resident_after_collection();
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    std::printf("%-8s %10llu jobs  %11llu kinds  %8.1f MB  %8.1f s\n", when.c_str(),
                static_cast<unsigned long long>(jobs),
                static_cast<unsigned long long>(jobs * churn::kinds_per_job),
                double(resident) / 1e6, took.count());
    std::fflush(stdout);
    return resident;
  };
  look("before", 0);
  std::uint64_t jobs = 0, first = 0, last = 0;
  const auto step_until = [&](std::uint64_t until) {
    for (; jobs < until; jobs++) cluster.step();
  };
  step_until(a.cluster.jobs / 100);
  cluster.empty();
  look("gone", jobs);
  for (int tenth = 1; tenth <= tenths; tenth++) {
    step_until(a.cluster.jobs * std::uint64_t(tenth) / tenths);
    last = look(std::to_string(tenth * 10) + " %", jobs);
    if (tenth == 1) first = last;
  }
  cluster.empty();
  look("gone", jobs);

  const double change = double(last) / double(first) - 1;
  std::printf("%llu cycles, %llu offers; from the first tenth to the last %+.1f %%\n",
              static_cast<unsigned long long>(cluster.cycles()),
              static_cast<unsigned long long>(cluster.offers()), change * 100);
  if (std::abs(change) * 100 <= double(a.bound)) return EXIT_SUCCESS;
  std::cerr << "churn: more than " << a.bound << " %\n";
  return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(parse(argc, argv));
  } catch (const std::invalid_argument& e) {
    std::cerr << "churn: " << e.what() << '\n' << usage;
  } catch (const std::exception& e) {
    std::cerr << "churn: " << e.what() << '\n';
  }
  return EXIT_FAILURE;
}
