#include "master.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "stopwatch.hpp"
#include "text.hpp"
#include "usage_error.hpp"

namespace cluster {
namespace {

constexpr std::int64_t interval_nanos = 1'000'000'000;

apportion::allocator make_allocator(std::uint64_t seed,
                                    std::uint32_t agent_order,
                                    const std::string& record) {
  apportion::options o;
  o.interval_nanos = interval_nanos;
  o.seed = seed;
  o.agent_order = agent_order;
  apportion::allocator a(o);
  if (record.empty()) return a;
  try {
    a.start_recording(record);
  } catch (const apportion::error& e) {
    throw usage_error(std::string("--record: ") + e.what());
  }
  return a;
}

// Agents of one batch, with what their descriptions point to.
struct agent_batch {
  std::vector<std::string> ids;
  std::vector<apportion::resource> rows;
  std::vector<apportion_agent_info> infos;
  apportion::batch batch;
};

void describe_agents(const workload& w, const kinds& k, std::size_t first,
                     std::size_t count, agent_batch& out) {
  bundle total;
  total.ports.push_back(machine_ports);
  out.ids.clear();
  out.rows.clear();
  // Infos point to strings and rows, which must stay where they are.
  out.ids.reserve(count);
  out.rows.reserve(count * kinds::rows_of(total));
  out.infos.assign(count, APPORTION_AGENT_INFO_INIT);
  out.batch.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& id =
        out.ids.emplace_back("agent-" + std::to_string(first + i + 1));
    const std::size_t begin = out.rows.size();
    total.scalars = w.machines[first + i];
    k.append(total, out.rows);
    apportion_agent_info& info = out.infos[i];
    info.id = {id.data(), id.size()};
    info.hostname = info.id;
    info.total = apportion::as_c(out.rows.data() + begin);
    info.total_count = out.rows.size() - begin;
    info.capabilities = APPORTION_CAP_MULTI_ROLE |
                        APPORTION_CAP_HIERARCHICAL_ROLE |
                        APPORTION_CAP_RESERVATION_REFINEMENT;
    out.batch.add_agent(info);
  }
}

}  // namespace

master::master(const workload& w, std::uint64_t seed,
               std::uint32_t agent_order, const std::string& record)
    : allocator_(make_allocator(seed, agent_order, record)),
      kinds_(allocator_),
      outbox_(allocator_, kinds_) {
  const stopwatch watch;
  add_roles(w);
  add_agents(w);
  add_frameworks(w);
  times_.adding = watch.seconds();
}

void master::add_roles(const workload& w) {
  std::vector<apportion::role_weight> weights;
  for (const role_plan& r : w.roles) {
    roles_.push_back(allocator_.declare_role(r.path));
    weights.push_back(apportion::make_role_weight(roles_.back(), r.weight));
  }
  allocator_.set_weights(weights);
}

void master::add_agents(const workload& w) {
  constexpr std::size_t batch_size = 1024;
  agent_batch agents;
  std::vector<apportion::result> results;
  agents_.reserve(w.machines.size());
  agent_index_.reserve(w.machines.size());
  for (std::size_t first = 0; first < w.machines.size(); first += batch_size) {
    const std::size_t count = std::min(batch_size, w.machines.size() - first);
    describe_agents(w, kinds_, first, count, agents);
    if (!allocator_.submit(agents.batch, results)) {
      throw std::runtime_error(allocator_.last_error());
    }
    for (const apportion::result& r : results) {
      agents_.emplace_back(r.value);
      agent_index_.emplace(agents_.back(), agents_.size() - 1);
    }
  }
}

void master::add_frameworks(const workload& w) {
  for (const framework_plan& f : w.frameworks) {
    apportion::framework_info info;
    info.id = f.id;
    info.capabilities = APPORTION_CAP_MULTI_ROLE |
                        APPORTION_CAP_RESERVATION_REFINEMENT |
                        (f.gpus ? APPORTION_CAP_GPU_RESOURCES : 0u);
    const apportion::role_id role = roles_[f.role];
    info.roles = {&role, 1};
    info.suppressed = info.roles;
    const apportion::framework_id id = allocator_.add_framework(info);
    framework_index_.emplace(id, frameworks_.size());
    frameworks_.push_back(id);
    framework_roles_.push_back(f.role);
  }
}

void master::stop_recording() {
  const apportion::recording r = allocator_.recording_status();
  allocator_.stop_recording();
  if (r.missing > 0) {
    throw std::runtime_error("the recording lacks " +
                             std::to_string(r.missing) + " calls");
  }
}

const apportion::cycle& master::allocate(std::int64_t now) {
  outbox_.flush();
  const stopwatch advancing;
  allocator_.advance(now);
  times_.clock += advancing.seconds();
  const stopwatch allocating;
  allocator_.allocate(now, cycle_);
  cycle_seconds_ = allocating.seconds();
  times_.cycles += cycle_seconds_;
  return cycle_;
}

void master::audit(const std::vector<amounts>& held) {
  outbox_.flush();
  apportion::metrics metrics;
  allocator_.gather_metrics(metrics);
  std::unordered_map<apportion::role_id, std::size_t> role_index;
  for (std::size_t i = 0; i < roles_.size(); ++i) role_index[roles_[i]] = i;

  std::vector<amounts> booked(roles_.size());
  for (const apportion::quantity_metrics& q : metrics.quantities) {
    const auto role = role_index.find(q.role);
    const auto resource =
        std::find(resource_names.begin(), resource_names.end(),
                  allocator_.resource_name(q.resource));
    if (role == role_index.end() || resource == resource_names.end()) continue;
    booked[role->second][static_cast<std::size_t>(
        resource - resource_names.begin())] = q.offered_or_allocated;
  }
  for (std::size_t i = 0; i < roles_.size(); ++i) {
    if (booked[i] == held[i]) continue;
    throw std::logic_error("the allocator's books of role " +
                           quoted(allocator_.role_name(roles_[i])) +
                           " differ from what its tasks use");
  }
}

allocator_times master::times() const {
  allocator_times t = times_;
  t.operations = outbox_.seconds();
  t.operation_count = outbox_.operations();
  return t;
}

}  // namespace cluster
