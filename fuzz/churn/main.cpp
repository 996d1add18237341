// Plays a cluster in which volumes, labels, roles, frameworks and agents come and
// go by the million, through the C library, beside agents that stay, and says
// what memory that takes: after a collection at every tenth of the way, from the
// first to the last the same. It fails if it is not.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cluster.hpp"
#include "memory.hpp"

namespace {

constexpr int tenths = 10;

struct sample {
  std::uint64_t jobs;
  std::uint64_t resident;
  double seconds;
};

struct arguments {
  churn::settings cluster;
  std::uint64_t bound = 5;  // per cent that the last tenth may differ by
  std::string json;
};

const char usage[] =
    "usage: churn [--jobs N] [--agents N] [--alive N] [--seed N] [--bound N]\n"
    "             [--json FILE]\n"
    "\n"
    "Each job is a role, a framework, an agent and ten kinds of resources: volumes on\n"
    "an agent that stays, resources with labels, a disk. --jobs come in all, --alive\n"
    "of them are there at a time, --agents stay. --bound is how much memory may change\n"
    "from the first tenth to the last, in per cent. FILE is for `apportion report`.\n";

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
    if (name == "--json") a.json = argv[i + 1];
    else if (name == "--jobs") a.cluster.jobs = number(name, argv[i + 1]);
    else if (name == "--agents") a.cluster.agents = number(name, argv[i + 1]);
    else if (name == "--alive") a.cluster.alive = number(name, argv[i + 1]);
    else if (name == "--bound") a.bound = number(name, argv[i + 1]);
    else if (name == "--seed") a.cluster.seed = number(name, argv[i + 1]);
    else throw std::invalid_argument(std::string(name) + "?");
  }
  return a;
}

double megabytes(std::uint64_t bytes) { return double(bytes) / 1e6; }

void print(const char* when, const sample& s) {
  std::printf("%-8s %10llu jobs  %11llu kinds  %8.1f MB  %8.1f s\n", when,
              static_cast<unsigned long long>(s.jobs),
              static_cast<unsigned long long>(s.jobs * churn::kinds_per_job),
              megabytes(s.resident), s.seconds);
  std::fflush(stdout);
}

// What `apportion report` draws: see docs/report.md.
void write_report(const arguments& a, const std::vector<sample>& samples,
                  const sample& before, const sample& warm,
                  const sample& after) {
  std::ofstream out(a.json);
  const auto fact = [&](const char* name, std::uint64_t n, const char* unit) {
    out << R"({"name": ")" << name << R"(", "value": ")" << n << unit << R"("}, )";
  };
  out << R"({"format": "apportion report 1", "title": "Apportion: churn",)"
      << R"( "note": "Jobs come and go: each with a role, a framework, an agent and ten kinds.",)"
      << R"( "facts": [)";
  fact("agents that stay", a.cluster.agents, "");
  fact("jobs at a time", a.cluster.alive, "");
  fact("resident before the first job", before.resident / 1'000'000, " MB");
  fact("when the first hundredth has gone", warm.resident / 1'000'000, " MB");
  fact("when all have gone", after.resident / 1'000'000, " MB");
  out << R"({"name": "jobs", "value": ")" << a.cluster.jobs << R"("}],)"
      << R"( "sections": [{"charts": [{"title": "Resident memory",)"
      << R"( "caption": "Of the process, after a collection.", "x": {"label": "kinds so far"},)"
      << R"( "y": {"label": "resident", "unit": "MB"}, "series": [{"x": [)";
  for (std::size_t i = 0; i < samples.size(); i++)
    out << (i > 0 ? ", " : "") << samples[i].jobs * churn::kinds_per_job;
  out << R"(], "y": [)";
  for (std::size_t i = 0; i < samples.size(); i++)
    out << (i > 0 ? ", " : "") << megabytes(samples[i].resident);
  out << "]}]}]}]}\n";
  if (!out.flush()) throw std::runtime_error(a.json + ": cannot be written");
}

int run(const arguments& a) {
  churn::cluster cluster(a.cluster);
  const auto start = std::chrono::steady_clock::now();
  const auto look = [&](std::uint64_t jobs) {
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    return sample{jobs, churn::resident_after_collection(), took.count()};
  };
  const sample before = look(0);
  print("before", before);
  for (std::uint64_t i = 0; i < a.cluster.jobs / 100; i++) cluster.step();
  cluster.empty();
  const sample warm = look(a.cluster.jobs / 100);
  print("gone", warm);
  std::vector<sample> samples;
  for (int tenth = 1; tenth <= tenths; tenth++) {
    const std::uint64_t until = a.cluster.jobs * std::uint64_t(tenth) / tenths;
    const std::uint64_t from = samples.empty() ? warm.jobs : samples.back().jobs;
    for (std::uint64_t i = from; i < until; i++) cluster.step();
    samples.push_back(look(until));
    print((std::to_string(tenth * 10) + " %").c_str(), samples.back());
  }
  cluster.empty();
  const sample after = look(a.cluster.jobs);
  print("gone", after);
  if (!a.json.empty())
    write_report(a, samples, before, warm, after);

  const double change =
      double(samples.back().resident) / double(samples.front().resident) - 1;
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
