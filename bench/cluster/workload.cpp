#include "workload.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "usage_error.hpp"

namespace cluster {
namespace {

// Streams of the seed.
constexpr std::uint64_t machine_stream = 1;
constexpr std::uint64_t role_stream = 2;
constexpr std::uint64_t framework_stream = 3;

constexpr std::size_t roles_per_top_role = 10;
// A quarter of the top-level roles begins 10 s, another 20 s after the rest,
// which has filled most of the cluster by then: shares have to shift.
constexpr std::size_t second_wave = 10;
constexpr std::size_t third_wave = 20;
// Sizes of tasks a framework draws; it keeps those that differ.
constexpr int draws_per_framework = 4;

std::string numbered(const char* name, std::size_t i) {
  char text[48];
  std::snprintf(text, sizeof text, "%s-%03zu", name, i + 1);
  return text;
}

std::size_t start_of(std::size_t top_role) {
  switch (top_role % 4) {
    case 2: return second_wave;
    case 3: return third_wave;
    default: return 0;
  }
}

// Two top-level roles of three want more than is theirs by weight, the third
// less, and the roles below each differ by a factor of up to three.
void plan_roles(workload& w, std::size_t count, random_source& random) {
  w.top_roles = (count + roles_per_top_role - 1) / roles_per_top_role;
  for (std::size_t i = 0; i < w.top_roles; ++i) {
    role_plan& top = w.roles.emplace_back();
    top.path = numbered("org", i);
    top.weight = 1 + static_cast<double>(random.below(3));
    top.appetite = i % 3 == 2 ? 0.6 : 1.8;
    top.start = start_of(i);
  }
  for (std::size_t i = 0; i < count; ++i) {
    role_plan& role = w.roles.emplace_back();
    role.parent = i % w.top_roles;
    const role_plan& top = w.roles[role.parent];
    role.path = top.path + "/" + numbered("team", i / w.top_roles);
    role.weight = 1 + static_cast<double>(random.below(3));
    role.appetite = top.appetite * random.uniform(0.5, 1.5);
    role.start = top.start;
  }
}

// What part of the cluster is each role's by weight, among those that have
// frameworks.
std::vector<double> entitlements(const workload& w,
                                 const std::vector<std::size_t>& frameworks) {
  std::vector<double> siblings(w.roles.size(), 0);  // weights below each
  double top = 0;
  for (std::size_t i = w.top_roles; i < w.roles.size(); ++i) {
    if (frameworks[i] == 0) continue;
    double& sum = siblings[w.roles[i].parent];
    if (sum == 0) top += w.roles[w.roles[i].parent].weight;
    sum += w.roles[i].weight;
  }
  std::vector<double> part(w.roles.size(), 0);
  for (std::size_t i = w.top_roles; i < w.roles.size(); ++i) {
    if (frameworks[i] == 0) continue;
    const std::size_t parent = w.roles[i].parent;
    part[i] = w.roles[parent].weight / top * w.roles[i].weight /
              siblings[parent];
  }
  return part;
}

// The tasks that frameworks with and without GPUs draw from. The latter are
// offered no machine that has any, so their tasks must fit on the others.
struct task_pools {
  histogram with_gpus;
  histogram without;
};

task_pools divide_tasks(std::vector<amounts> machines,
                        const histogram& tasks) {
  std::sort(machines.begin(), machines.end());
  machines.erase(std::unique(machines.begin(), machines.end()),
                 machines.end());
  task_pools pools;
  for (const size_count& task : tasks) {
    const bool gpus = task.gpus > 0;
    const bool fits = std::any_of(
        machines.begin(), machines.end(), [&](const amounts& machine) {
          return (machine[gpu_index] > 0) == gpus &&
                 how_often(task.size(), machine, 1) == 1;
        });
    if (fits) (gpus ? pools.with_gpus : pools.without).push_back(task);
  }
  if (pools.with_gpus.empty() && pools.without.empty()) {
    throw usage_error("none of the tasks fits on any of the machines");
  }
  return pools;
}

// As many tasks of a few sizes as make up a share of the cluster, in equal
// numbers of each.
std::vector<task_plan> plan_tasks(const sampler& sizes, double share,
                                  const amounts& total,
                                  random_source& random) {
  std::vector<task_plan> tasks;
  double sum = 0;
  for (int i = 0; i < draws_per_framework; ++i) {
    const amounts size = sizes.draw(random);
    if (std::any_of(tasks.begin(), tasks.end(),
                    [&](const task_plan& t) { return t.size == size; })) {
      continue;
    }
    tasks.push_back({size, 0});
    sum += dominant_share(size, total);
  }
  for (task_plan& t : tasks) {
    t.wanted = std::max<std::int64_t>(1, std::llround(share / sum));
  }
  // The bulky ones first: they are the hardest to place.
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](const task_plan& a, const task_plan& b) {
                     return dominant_share(a.size, total) >
                            dominant_share(b.size, total);
                   });
  return tasks;
}

void plan_frameworks(workload& w, std::size_t count, const task_pools& pools,
                     random_source& random) {
  const std::size_t leaves = w.roles.size() - w.top_roles;
  std::vector<std::size_t> per_role(w.roles.size(), 0);
  for (std::size_t i = 0; i < count; ++i) ++per_role[w.top_roles + i % leaves];
  const std::vector<double> part = entitlements(w, per_role);

  const auto gpu_tasks = static_cast<double>(total_count(pools.with_gpus));
  const auto other_tasks = static_cast<double>(total_count(pools.without));
  const double gpu_part = gpu_tasks / (gpu_tasks + other_tasks);
  const sampler with_gpus(pools.with_gpus), without(pools.without);
  for (std::size_t i = 0; i < count; ++i) {
    framework_plan& f = w.frameworks.emplace_back();
    f.id = numbered("framework", i);
    f.role = w.top_roles + i % leaves;
    f.gpus = random.uniform() < gpu_part;
    const double share = part[f.role] * w.roles[f.role].appetite *
                         random.uniform(0.5, 1.5) /
                         static_cast<double>(per_role[f.role]);
    f.tasks =
        plan_tasks(f.gpus ? with_gpus : without, share, w.total, random);
  }
}

}  // namespace

workload plan(const options& o, const histogram& machines,
              const histogram& tasks) {
  random_source machine_random(o.seed, machine_stream);
  random_source role_random(o.seed, role_stream);
  random_source framework_random(o.seed, framework_stream);
  workload w;
  w.machines = scale(machines, o.agents, machine_random);
  for (const amounts& m : w.machines) w.total += m;
  plan_roles(w, o.roles, role_random);
  plan_frameworks(w, o.frameworks, divide_tasks(w.machines, tasks),
                  framework_random);
  return w;
}

}  // namespace cluster
