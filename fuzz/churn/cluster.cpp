#include "cluster.hpp"

#include <stdexcept>
#include <utility>

namespace churn {

namespace {

using apportion::resource;
using apportion::scalar;
using apportion::unit;

// Every so many jobs there is a cycle, a second after the last.
constexpr std::uint64_t jobs_per_cycle = 100;

// Of the agents that stay, so many have storage, where volumes are. All that have it are
// to be maintained some time.
constexpr std::uint64_t agents_per_storage = 10;

// One in so many jobs has a role far below its team, so many levels.
constexpr std::uint64_t jobs_per_deep_role = 50;
constexpr int levels = 200;

std::string numbered(const char* what, std::uint64_t number) {
  return what + std::to_string(number);
}

}  // namespace

apportion::options cluster::options() {
  apportion::options o;
  o.interval_nanos = second;
  o.seed = 1;
  return o;
}

cluster::cluster(const settings& s) : settings_(s), random_(s.seed) {
  cpus_ = allocator_.declare_kind({"cpus"});
  mem_ = allocator_.declare_kind({"mem"});
  ports_ = allocator_.declare_kind({"ports", APPORTION_RANGES});
  disk_ = allocator_.declare_kind({"disk"});
  stays_ = allocator_.declare_role("stays");
  apportion::framework_info framework;
  framework.id = "stays";
  framework.roles = framework.suppressed = {&stays_, 1};
  allocator_.add_framework(framework);
  for (std::uint64_t i = 0; i < s.agents; i++) add_staying(i);
}

// An agent that stays is in use but for the volumes that come and go there.
void cluster::add_staying(std::uint64_t number) {
  const std::string name = numbered("stays-", number);
  totals_.push_back({scalar(cpus_, 24 * unit), scalar(mem_, 65536 * unit),
                     apportion::span(ports_, 31000, 32000)});
  const apportion::usage usage =
      apportion::make_usage("stays", stays_, totals_.back());
  apportion::agent_info info;
  info.id = info.hostname = name;
  info.total = totals_.back();
  info.used = {&usage, 1};
  if (number <= (settings_.agents - 1) / agents_per_storage)
    info.unavailability = apportion::unavailability{APPORTION_NEVER / 2, 0};
  staying_.push_back(allocator_.add_agent(info));
}

void cluster::step() {
  come();
  if (jobs_.size() > settings_.alive) go(random(jobs_.size()));
  change(jobs_[random(jobs_.size())]);
  if (next_ % jobs_per_cycle == 0) allocate();
}

void cluster::empty() {
  while (!jobs_.empty()) go(jobs_.size() - 1);
  allocate();
}

void cluster::come() {
  job j;
  j.number = next_++;
  j.home = random((staying_.size() - 1) / agents_per_storage + 1);
  j.has_quota = random(4) == 0;
  j.has_weight = random(4) == 0;
  j.released = random(2) == 0;
  declare_role(j);
  const std::vector<resource> total = declare_machine(j);
  declare_volumes(j);
  add_machine(j, total);
  make_volumes(j);
  introduce(j, [&](const apportion::framework_info& info) {
    j.framework = allocator_.add_framework(info);
  });
  exclude(j);
  if (j.released) release_numbers(j);
  by_framework_[j.framework.value()] = jobs_.size();
  jobs_.push_back(std::move(j));
}

// A job with a quota has a role at the top, as Mesos knows no other quota.
void cluster::declare_role(job& j) {
  std::string path = numbered("job-", j.number);
  if (!j.has_quota) {
    std::string above = numbered("team-", j.number % 50) + "/";
    if (j.number % jobs_per_deep_role == 1)
      for (int i = 0; i < levels; i++) above += numbered("level-", j.number) + "/";
    path = above + path;
  }
  j.role = allocator_.declare_role(path);
  if (j.has_quota) {
    const apportion::quantity cpu = apportion::make_quantity("cpus", unit);
    allocator_.set_quota(j.role, {&cpu, 1}, {});
  }
  if (j.has_weight) {
    const apportion::role_weight weight =
        apportion::make_role_weight(j.role, 2);
    allocator_.set_weights({&weight, 1});
  }
}

apportion::kind_id cluster::declare(const apportion::kind_info& info, job& j) {
  j.kinds.push_back(allocator_.declare_kind(info));
  return j.kinds.back();
}

// The machine has resources with labels that no other has, a disk of its own, and
// a set.
std::vector<resource> cluster::declare_machine(job& j) {
  const std::string number = std::to_string(j.number);
  const std::string role = allocator_.role_name(j.role);
  const apportion::label label = apportion::make_label("job", number);
  const apportion::reservation r = apportion::make_reservation(
      APPORTION_DYNAMIC, role, "churn", apportion::view<apportion::label>{&label, 1});
  std::vector<resource> total = {scalar(cpus_, 8 * unit),
                                 scalar(mem_, 32768 * unit),
                                 scalar(disk_, 100 * unit)};
  for (const char* name : {"cpus", "mem", "gpus"}) {
    apportion::kind_info info;
    info.name = name;
    info.reservations = {&r, 1};
    total.push_back(scalar(declare(info, j), 4 * unit));
  }
  apportion::kind_info disk;
  disk.name = "disk";
  disk.disk = apportion::disk_info{};
  disk.disk->source = APPORTION_DISK_MOUNT;
  disk.disk->root = number;
  total.push_back(scalar(declare(disk, j), (j.number % 1000 + 1) * unit));
  apportion::kind_info racks;
  racks.name = "racks";
  racks.type = APPORTION_SET;
  racks.reservations = {&r, 1};
  j.item = allocator_.declare_item("rack-" + number);
  total.push_back(apportion::span(declare(racks, j), j.item, j.item));
  return total;
}

void cluster::declare_volumes(job& j) {
  const std::string role = allocator_.role_name(j.role);
  const apportion::reservation r =
      apportion::make_reservation(APPORTION_DYNAMIC, role, "churn");
  for (int i = 0; i < volumes_per_job; i++) {
    const std::string id =
        numbered("volume-", j.number) + numbered("-", i);
    apportion::kind_info info;
    info.name = "disk";
    info.reservations = {&r, 1};
    info.disk = apportion::disk_info{};
    info.disk->persistence = id;
    info.shared = i == 0;
    j.volumes.push_back(scalar(declare(info, j), (i + 1) * unit));
  }
}

void cluster::add_machine(job& j, const std::vector<resource>& total) {
  const std::string name = numbered("machine-", j.number);
  apportion::agent_info info;
  info.id = info.hostname = name;
  info.total = total;
  j.agent = allocator_.add_agent(info);
}

// Volumes come by a new total, as if some storage had been attached, or are made of
// what is free.
void cluster::make_volumes(const job& j) {
  const auto own = j.volumes.begin() + volumes_at_home;
  std::vector<resource>& home = totals_[j.home];
  home.insert(home.end(), j.volumes.begin(), own);
  update_home(j.home);

  const std::vector<resource> made(own, j.volumes.end());
  std::int64_t size = 0;
  for (const resource& volume : made) size += volume.amount;
  const resource plain = scalar(disk_, apportion::amount(size));
  const apportion::conversion c =
      apportion::make_conversion({&plain, 1}, made);
  if (!allocator_.update_available(j.agent, {&c, 1}))
    throw std::runtime_error("create volumes: " + allocator_.last_error());
}

void cluster::update_home(std::uint64_t home) {
  const std::string name = numbered("stays-", home);
  apportion::agent_update update;
  update.hostname = name;
  update.total = totals_[home];
  allocator_.update_agent(staying_[home], update);
}

// Calls f with what a job's framework says of itself. Each has a minimum that no other has.
template <class F>
void cluster::introduce(const job& j, F f) {
  const std::string name = numbered("framework-", j.number);
  const apportion::quantity cpu =
      apportion::make_quantity("cpus", apportion::amount(std::int64_t(j.number) % 100'000 + 1));
  const apportion::quantity disk = apportion::make_quantity("disk", apportion::amount(1));
  const apportion::quantity_list lists[] = {
      apportion::make_quantities({&cpu, 1}),
      apportion::make_quantities({&disk, 1})};
  const apportion::role_minimum minimum =
      apportion::make_role_minimum(j.role, lists);
  apportion::framework_info info;
  info.id = name;
  info.capabilities = APPORTION_CAP_GPU_RESOURCES |
                      APPORTION_CAP_SHARED_RESOURCES |
                      APPORTION_CAP_MULTI_ROLE;
  info.roles = {&j.role, j.left ? 0u : 1u};
  info.minima = {&minimum, j.left ? 0u : 1u};
  f(info);
}

// Offer constraints keep a framework from a few agents that stay.
void cluster::exclude(const job& j) {
  std::vector<apportion::agent_id> agents;
  for (int i = 0; i < 4; i++) agents.push_back(staying_[random(staying_.size())]);
  allocator_.exclude_agents(j.framework, j.role, agents);
}

// A framework is asked again about what it refused, leaves its role or comes back into it,
// or is kept from other agents. What is no longer called by its number stays in its role.
void cluster::change(job& j) {
  const std::uint64_t what = random(3);
  if (what == 0 && !j.left) allocator_.revive_offers(j.framework);
  if (what == 1 && !j.left) exclude(j);
  if (what == 2 && !j.released) {
    j.left = !j.left;
    introduce(j, [&](const apportion::framework_info& info) {
      allocator_.update_framework(j.framework, info);
    });
  }
}

void cluster::release_numbers(job& j) {
  allocator_.release_kinds(j.kinds);
  allocator_.release_items({&j.item, 1});
  allocator_.release_roles({&j.role, 1});
}

}  // namespace churn
