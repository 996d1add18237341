// Requests about policy, time, cycles and the whole state, 100 to 119.
#include "call.hpp"

namespace runner {

namespace {

void set_quota(call& c) {
  const auto role = c.in.u32();
  const auto guarantees = c.in.quantities();
  const auto limits = c.in.quantities();
  c.change([&](auto& to) { to.set_quota(role, guarantees, limits); });
}

void set_weights(call& c) {
  const auto weights = c.in.role_weights();
  c.change([&](auto& to) { to.set_weights(weights); });
}

void set_policy(call& c) {
  const auto role = c.in.u32();
  const auto ordered = c.in.u32();
  const auto policy = c.in.string();
  c.change([&](auto& to) { to.set_policy(policy, role, ordered); });
}

void set_ranks(call& c) {
  const auto roles = c.in.role_ranks();
  const auto frameworks = c.in.framework_ranks();
  c.change([&](auto& to) { to.set_ranks(roles, frameworks); });
}

void recover(call& c) {
  const auto now = c.in.i64();
  const auto expected = c.in.u64();
  const auto quotas = c.in.role_quotas();
  c.change([&](auto& to) { to.recover(now, expected, quotas); });
}

void request_allocation(call& c) {
  c.change([&](auto& to) { to.request_allocation(); });
}

void pause(call& c) {
  c.change([&](auto& to) { to.pause(); });
}

void resume(call& c) {
  c.change([&](auto& to) { to.resume(); });
}

void advance(call& c) {
  const auto now = c.in.i64();
  c.change([&](auto& to) { to.advance(now); });
}

void pending(call& c) { c.out.flag(c.allocator.pending()); }

void put(writer& out, const apportion::cycle& cycle) {
  out.flag(cycle.counts.ran != 0);
  out.u64(cycle.counts.candidates);
  out.u64(cycle.counts.visited);
  out.u64(cycle.counts.held_back_agents);
  out.count(cycle.offers.size());
  for (const auto& o : cycle.offers) {
    out.u64(o.framework.value());
    out.u64(o.agent.value());
    out.u32(o.role);
    out.u32(o.first);
    out.u32(o.count);
  }
  out.count(cycle.resources.size());
  for (const auto& r : cycle.resources) {
    out.u32(r.kind);
    out.u32(r.reserved);
    out.i64(r.amount);
    out.u64(r.begin);
    out.u64(r.end);
  }
  out.count(cycle.inverse_offers.size());
  for (const auto& o : cycle.inverse_offers) {
    out.u64(o.framework.value());
    out.u64(o.agent.value());
    out.i64(o.start_nanos);
    out.i64(o.duration_nanos);
  }
}

void allocate(call& c) {
  apportion::cycle cycle;
  const auto now = c.in.i64();
  c.timed([&] { c.allocator.allocate(now, cycle); });
  put(c.out, cycle);
}

void digest(call& c) { c.out.u64(c.allocator.digest()); }

void state_json(call& c) { c.out.string(c.allocator.state_json()); }

void metrics(call& c) {
  apportion::metrics m;
  c.timed([&] { c.allocator.gather_metrics(m); });
  c.out.u64(m.counts.agents);
  c.out.u64(m.counts.frameworks);
  c.out.u64(m.counts.allocation_runs);
  c.out.u64(m.counts.offers_made);
  std::size_t rows = 0;
  for (const auto& q : m.quantities) rows += q.role == APPORTION_NO_ROLE;
  c.out.count(rows);
  for (const auto& q : m.quantities) {
    if (q.role != APPORTION_NO_ROLE) continue;
    c.out.string(c.allocator.resource_name(q.resource));
    c.out.i64(q.total);
    c.out.i64(q.offered_or_allocated);
  }
}

void start_recording(call& c) { c.allocator.start_recording(c.in.string()); }

void stop_recording(call& c) {
  const auto calls = c.allocator.recording_status().calls;
  c.allocator.stop_recording();
  c.out.u64(calls);
}

}  // namespace

handler find_cluster(std::uint16_t request) noexcept {
  switch (request) {
    case 100: return set_quota;
    case 101: return set_weights;
    case 102: return recover;
    case 103: return pause;
    case 104: return resume;
    case 105: return advance;
    case 106: return pending;
    case 107: return allocate;
    case 108: return digest;
    case 109: return state_json;
    case 110: return metrics;
    case 111: return set_policy;
    case 112: return set_ranks;
    case 113: return request_allocation;
    case 114: return start_recording;
    case 115: return stop_recording;
    default: return nullptr;
  }
}

}  // namespace runner
