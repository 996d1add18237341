#include "simulation.hpp"

#include <algorithm>

namespace cluster {
namespace {

constexpr std::int64_t second_nanos = 1'000'000'000;
// Offers are answered half a second after the cycle that made them.
constexpr std::int64_t answer_nanos = second_nanos / 2;
// The protocol's default, which most frameworks leave as it is.
constexpr std::int64_t refuse_nanos = 5 * second_nanos;
constexpr double mean_lifetime_cycles = 15;

// A stream of the seed; the workload has the ones below.
constexpr std::uint64_t lifetime_stream = 4;

// Cycles are counted from 0, seconds from the addition of the agents.
std::int64_t start_of(std::size_t cycle) {
  return (static_cast<std::int64_t>(cycle) + 1) * second_nanos;
}

std::uint64_t combine(std::uint64_t hash, std::uint64_t word) {
  return mix(hash ^ word) + 0x9e3779b97f4a7c15u;
}

}  // namespace

simulation::simulation(const workload& w, std::size_t cycles,
                       std::uint64_t seed, std::uint32_t agent_order,
                       const std::string& record)
    : workload_(w),
      cycles_(cycles),
      master_(w, seed, agent_order, record),
      calendar_(cycles),
      held_(w.roles.size()),
      running_(w.machines.size()),
      lifetimes_(seed, lifetime_stream) {
  frameworks_.reserve(w.frameworks.size());
  for (const framework_plan& f : w.frameworks) {
    frameworks_.emplace_back(f, w.roles[f.role].start);
  }
}

void simulation::run(const watcher& watch) {
  for (std::size_t cycle = 0; cycle < cycles_; ++cycle) {
    end_tasks(cycle);
    ask_for_offers(cycle);
    const apportion::cycle& c = master_.allocate(start_of(cycle));
    sample s;
    s.cycle_seconds = master_.cycle_seconds();
    s.offers = c.offers.size();
    launched_ = 0;
    for (const apportion::offer& o : c.offers) {
      digest(cycle, c, o);
      answer(cycle, o);
    }
    s.launched = launched_;
    take_stock(cycle, s);
    if (watch) watch(history_);
  }
}

void simulation::end_tasks(std::size_t cycle) {
  for (const task& t : calendar_[cycle]) {
    framework& f = frameworks_[t.framework];
    used_.clear();
    used_.scalars = f.size(t.size);
    used_.ports.push_back({t.port, t.port});
    master_.release(start_of(cycle), t.framework, t.agent, used_);
    f.ended(t.size);
    held_[f.role()] -= used_.scalars;
    --running_[t.agent];
  }
  calendar_[cycle] = {};
}

void simulation::ask_for_offers(std::size_t cycle) {
  for (std::size_t i = 0; i < frameworks_.size(); ++i) {
    framework& f = frameworks_[i];
    const bool content = !f.lacks_any(cycle);
    if (content == f.suppressed) continue;
    f.suppressed = content;
    master_.set_suppressed(i, content);
  }
}

void simulation::answer(std::size_t cycle, const apportion::offer& o) {
  const std::int64_t now = start_of(cycle) + answer_nanos;
  const std::size_t i = master_.framework_of(o);
  master_.read(o, offered_);
  launches_.clear();
  frameworks_[i].place(cycle, offered_.scalars, offered_.port_count(),
                       launches_);
  if (!launches_.empty()) start(cycle, o, i);
  if (!offered_.empty()) master_.decline(now, o, offered_, refuse_nanos);
}

// Starts the tasks of launches_ on the offer, each with a port of its own;
// used_ becomes what they use, and offered_ the rest.
void simulation::start(std::size_t cycle, const apportion::offer& o,
                       std::size_t framework_index) {
  const framework& f = frameworks_[framework_index];
  const std::size_t agent = master_.agent_of(o);
  used_.clear();
  for (const launch& l : launches_) {
    used_.scalars += f.size(l.size) * l.count;
    offered_.move_ports(l.count, used_);
  }
  offered_.scalars -= used_.scalars;
  std::size_t span = 0;
  std::uint64_t port = used_.ports[0].begin;
  for (const launch& l : launches_) {
    for (std::int64_t n = 0; n < l.count; ++n, ++port) {
      if (port > used_.ports[span].end) port = used_.ports[++span].begin;
      const std::size_t end =
          cycle + static_cast<std::size_t>(
                      lifetimes_.lifetime(mean_lifetime_cycles));
      if (end >= cycles_) continue;
      calendar_[end].push_back({static_cast<std::uint32_t>(agent),
                                static_cast<std::uint32_t>(framework_index),
                                static_cast<std::uint16_t>(l.size),
                                static_cast<std::uint16_t>(port)});
    }
    launched_ += static_cast<std::size_t>(l.count);
    running_[agent] += static_cast<std::uint32_t>(l.count);
  }
  held_[f.role()] += used_.scalars;
  master_.launch(o, used_);
}

// The offers of a cycle have no order, so their hashes are added up. Indices
// stand for handles, which are the library's affair.
void simulation::digest(std::size_t cycle, const apportion::cycle& c,
                        const apportion::offer& o) {
  std::uint64_t hash = combine(0, cycle);
  hash = combine(hash, master_.framework_of(o));
  hash = combine(hash, master_.agent_of(o));
  for (const apportion::resource& r : c.resources_of(o)) {
    hash = combine(hash, r.kind.value());
    hash = combine(hash, static_cast<std::uint64_t>(r.amount));
    hash = combine(hash, r.begin);
    hash = combine(hash, r.end);
  }
  history_.digest += hash;
}

void simulation::take_stock(std::size_t cycle, sample s) {
  std::vector<amounts> held = held_, asked = held_;
  for (const framework& f : frameworks_) {
    asked[f.role()] += f.lacking(cycle);
  }
  amounts used;
  for (std::size_t i = workload_.top_roles; i < held.size(); ++i) {
    const std::size_t parent = workload_.roles[i].parent;
    held[parent] += held[i];
    asked[parent] += asked[i];
    used += held[i];
  }
  for (std::size_t i = 0; i < resource_count; ++i) {
    if (workload_.total[i] == 0) continue;
    s.utilisation[i] = static_cast<double>(used[i]) /
                       static_cast<double>(workload_.total[i]);
  }
  for (std::size_t i = 0; i < running_.size(); ++i) {
    if (running_[i] > 0) continue;
    ++s.whole_agents;
    if (workload_.machines[i][gpu_index] > 0) ++s.whole_gpu_agents;
  }
  history_.offers += s.offers;
  history_.launched += s.launched;
  history_.samples.push_back(s);
  remember_shares(history_, workload_, cycles_, held, asked);
}

}  // namespace cluster
