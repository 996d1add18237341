// Questions about time, cycles and the whole state.
#include "call.hpp"

namespace runner {

namespace {

void inverse_statuses(call& c) {
  const auto s = c.allocator.inverse_statuses();
  c.out.count(s.agents.size());
  for (const auto agent : s.agents) c.out.u64(c.in.mark.on(agent.value()));
  c.out.count(s.statuses.size());
  for (const auto& status : s.statuses) {
    c.out.u64(c.in.mark.on(status.agent.value()));
    c.out.string(s.framework_of(status));
    c.out.u32(status.status);
  }
}

void put(writer& out, const mark& mark, const apportion::cycle& cycle) {
  out.flag(cycle.counts.ran != 0);
  out.u64(cycle.counts.candidates);
  out.u64(cycle.counts.visited);
  out.u64(cycle.counts.held_back_agents);
  out.count(cycle.offers.size());
  for (const auto& o : cycle.offers) {
    out.u64(mark.on(o.framework.value()));
    out.u64(mark.on(o.agent.value()));
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
    out.u64(mark.on(o.framework.value()));
    out.u64(mark.on(o.agent.value()));
    out.i64(o.start_nanos);
    out.i64(o.duration_nanos);
  }
}

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

}  // namespace

handler find_cluster(std::uint16_t request) noexcept {
  switch (request) {
    case 50: return inverse_statuses;
    case 106: return [](call& c) { c.out.flag(c.allocator.pending()); };
    case 107:
      return [](call& c) {
        apportion::cycle cycle;
        const auto now = c.in.i64();
        c.timed([&] { c.allocator.allocate(now, cycle); });
        put(c.out, c.in.mark, cycle);
      };
    case 108: return [](call& c) { c.out.u64(c.allocator.digest()); };
    case 109: return [](call& c) { c.out.string(c.allocator.state_json()); };
    case 110: return metrics;
    case 114:
      return [](call& c) { c.allocator.start_recording(c.in.string()); };
    case 115:
      return [](call& c) {
        const auto calls = c.allocator.recording_status().calls;
        c.allocator.stop_recording();
        c.out.u64(calls);
      };
    default: return nullptr;
  }
}

}  // namespace runner
