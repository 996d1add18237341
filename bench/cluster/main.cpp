// cluster: a Mesos master's day, without the master.
//
// Plays the master of a simulated cluster through apportion.hpp and measures
// the allocator: `make run`, or build/cluster --help.
//
// THE CLUSTER. The machines have the sizes and proportions of the 1,523 nodes
// of the openb trace, the tasks those of its 8,152 pods; --nodes and --pods
// read the trace's files, or others like them, instead. Every agent also has
// the ports 31000 to 32000. Roles form a tree of two levels with weights of 1
// to 3; frameworks subscribe to one role each of the lower level.
//
// THE FRAMEWORKS. Each wants to keep a number of tasks running, of up to four
// sizes, and runs up to that within ten seconds. Two top-level roles of three
// want more than is theirs by weight. A half begins at once, a quarter each
// after 10 and 20 seconds, so that the first have to make room. As many
// frameworks as the trace has tasks with GPUs, in proportion, have the
// capability GPU_RESOURCES and run nothing else; the others are offered only
// machines without GPUs. A framework launches on an offer what it lacks and
// what fits, and refuses the rest, or the offer, for the protocol's 5 seconds.
// It suppresses offers while it lacks nothing. Tasks live for 15 seconds on
// average, exponentially distributed, and take a port each.
//
// THE FIGURES.
//
//   cycle latency       Real time of one allocation with reading its offers:
//                       apportion::allocator::allocate. Percentiles over all
//                       cycles, the first ones included.
//   operations          All that was submitted while cycles ran: recoveries,
//                       transitions to allocated, revivals, suppressions. The
//                       rate is by the time within apportion_submit.
//   utilisation         What tasks use of all there is.
//   whole agents        How many tasks that need a machine for themselves
//                       would fit after the last cycle, and how many of
//                       those machines have GPUs.
//   resident memory     The process's peak, the simulation's own included.
//   digest              A hash of all offers of all cycles. The same options
//                       give the same digest, and the same of everything but
//                       the times.
//
// At the end the allocator's books are compared with the simulation's own. With
// --json the figures are written for `apportion report`, which draws them, and
// figures how far from fair the roles' shares were: a role's weighted dominant
// share is compared with what progressive filling (weighted max-min fairness)
// gives it of what it and its siblings hold together, where no role gets more
// than it asks for.
//
// THE PAGE. With --view it is served while the cluster runs, and asks for the state
// between two cycles.
//
// EXIT STATUS. 0; 2 if options or files are wrong, with one line that says
// which and where; 1 if the allocator fails.
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "options.hpp"
#include "page_server.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "simulation.hpp"
#include "stopwatch.hpp"
#include "summary.hpp"
#include "trace.hpp"
#include "usage_error.hpp"
#include "workload.hpp"

namespace cluster {
namespace {

// Makes sure, before the work is done, that a file can be written there: opens
// it.
void prepare_file(const std::string& path) {
  errno = 0;
  if (!std::ofstream(path, std::ios::app)) {
    throw usage_error(path + ": " + std::strerror(errno));
  }
}

void write_file(const std::string& path, const std::string& content) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << content;
  out.close();
  if (!out) throw std::runtime_error(path + ": " + std::strerror(errno));
}

// Has the page stay as it is until somebody at the terminal presses Enter.
void stay(page_server& page, simulation& s) {
  if (isatty(STDIN_FILENO) != 1) return;
  std::fputs("the page stays as it is until you press Enter\n", stderr);
  pollfd in{STDIN_FILENO, POLLIN, 0};
  while (poll(&in, 1, 50) <= 0) s.show(page);
}

void run(const options& o) {
  const stopwatch watch;
  std::optional<page_server> page;
  if (!o.view.empty()) {
    page.emplace(o.view);
    std::fprintf(stderr, "view: %s\n", page->url().c_str());
  }
  const workload w =
      plan(o, o.nodes.empty() ? builtin_machines() : read_nodes(o.nodes),
           o.pods.empty() ? builtin_tasks() : read_pods(o.pods));
  if (!o.json.empty()) prepare_file(o.json);
  simulation s(w, o.cycles, o.seed, o.agent_order, o.record);
  {
    const progress line(o.cycles);
    s.run([&](const history& h) {
      line.show(h);
      if (page) s.show(*page);
    });
  }
  s.audit();
  s.stop_recording();
  const summary figures =
      summarise(o, w, s.past(), s.times(), watch.seconds());
  if (!o.json.empty()) write_file(o.json, json_report(w, s.past(), figures));
  std::fputs(table(figures).c_str(), stdout);
  std::fflush(stdout);
  if (page) stay(*page, s);
}

int main(int argc, char** argv) {
  try {
    const options o = parse_options(argc, argv);
    if (o.help) {
      std::fputs(help_text().c_str(), stdout);
    } else {
      run(o);
    }
    return 0;
  } catch (const usage_error& e) {
    std::fprintf(stderr, "cluster: %s\n", e.what());
    return 2;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "cluster: %s\n", e.what());
    return 1;
  }
}

}  // namespace
}  // namespace cluster

int main(int argc, char** argv) { return cluster::main(argc, argv); }
