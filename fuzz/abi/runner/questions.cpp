// Questions about names, kinds, cycles and the whole state, and the recording.
#include <initializer_list>

#include "call.hpp"

namespace runner {

namespace {

void put(writer& out, const apportion_str& s) { out.string({s.data, s.size}); }

void put_optional(writer& out, const apportion_str& s) {
  out.flag(s.data != nullptr);
  if (s.data != nullptr) put(out, s);
}

void put_labels(writer& out, const apportion_label* labels, std::size_t count) {
  out.list(apportion::view<apportion::label>(labels, count), [&](auto& l) {
    put(out, l.key);
    put_optional(out, l.value);
  });
}

void describe_kind(call& c) {
  const auto kind = c.allocator.describe_kind(c.in.u32());
  put(c.out, kind->name);
  c.out.u64(kind->type);
  c.out.list(
      apportion::view<apportion::reservation>(kind->reservations,
                                              kind->reservation_count),
      [&](auto& r) {
        c.out.u64(r.type);
        put(c.out, r.role);
        put_optional(c.out, r.principal);
        put_labels(c.out, r.labels, r.label_count);
      });
  const bool disk = (kind->flags & APPORTION_KIND_DISK) != 0;
  c.out.flag(disk);
  if (disk) {
    c.out.u64(kind->disk_source);
    put_optional(c.out, kind->disk_root);
    put_optional(c.out, kind->disk_vendor);
    put_optional(c.out, kind->disk_id);
    put_optional(c.out, kind->disk_profile);
    put_optional(c.out, kind->disk_persistence);
    put_labels(c.out, kind->disk_metadata, kind->disk_metadata_count);
  }
  c.out.flag((kind->flags & APPORTION_KIND_REVOCABLE) != 0);
  c.out.flag((kind->flags & APPORTION_KIND_SHARED) != 0);
  put_optional(c.out, kind->provider);
}

void inverse_statuses(call& c) {
  const auto s = c.allocator.inverse_statuses();
  c.out.list(s.agents, [&](auto agent) { c.put(agent); });
  c.out.list(s.statuses, [&](auto& status) {
    c.put(status.agent);
    c.out.string(s.framework_of(status));
    c.out.u64(status.status);
  });
}

void allocate(call& c) {
  apportion::cycle cycle;
  const auto now = c.in.i64();
  c.timed([&] { c.allocator.allocate(now, cycle); });
  c.out.flag(cycle.counts.ran != 0);
  c.out.u64(cycle.counts.candidates);
  c.out.u64(cycle.counts.visited);
  c.out.u64(cycle.counts.held_back_agents);
  c.out.list(cycle.offers, [&](auto& o) {
    c.put(o.framework);
    c.put(o.agent);
    c.out.u64(o.role);
    c.out.u64(o.first);
    c.out.u64(o.count);
  });
  c.out.list(cycle.resources, [&](auto& r) {
    c.out.u64(r.kind | std::uint64_t{r.reserved} << 32);
    c.out.i64(r.amount);
    c.out.u64(r.begin);
    c.out.u64(r.end);
  });
  c.out.list(cycle.inverse_offers, [&](auto& o) {
    c.put(o.framework);
    c.put(o.agent);
    c.out.i64(o.start_nanos);
    c.out.i64(o.duration_nanos);
  });
  c.out.list(cycle.recalls, [&](auto& r) {
    c.put(r.framework);
    c.put(r.agent);
    for (const std::uint32_t x :
        std::initializer_list<std::uint32_t>{r.role, r.lender, r.asks, r.stage, r.kind}) {
      c.out.u64(x);
    }
    c.out.i64(r.amount);
    c.out.i64(r.due_nanos);
  });
}

void metrics(call& c) {
  apportion::metrics m;
  c.timed([&] { c.allocator.gather_metrics(m); });
  c.out.u64(m.counts.agents);
  c.out.u64(m.counts.frameworks);
  c.out.u64(m.counts.allocation_runs);
  c.out.u64(m.counts.offers_made);
  std::vector<apportion::quantity_metrics> cluster;
  for (const auto& q : m.quantities) {
    if (q.role == APPORTION_NO_ROLE) cluster.push_back(q);
  }
  c.out.list(cluster, [&](auto& q) {
    c.out.string(c.allocator.resource_name(q.resource));
    c.out.i64(q.total);
    c.out.i64(q.offered_or_allocated);
  });
}

}  // namespace

handler find_question(std::uint16_t request) noexcept {
  switch (request) {
    case 21:
      return [](call& c) { c.out.string(c.allocator.role_name(c.in.u32())); };
    case 23: return describe_kind;
    case 25:
      return [](call& c) { c.out.string(c.allocator.item_name(c.in.u64())); };
    case 26:
      return [](call& c) {
        const auto agent = c.allocator.find_agent(c.in.string());
        c.put(agent.value_or(apportion::agent_id()));
      };
    case 27:
      return
          [](call& c) { c.out.string(c.allocator.agent_name(c.in.agent())); };
    case 28:
      return [](call& c) {
        const auto framework = c.allocator.find_framework(c.in.string());
        c.put(framework.value_or(apportion::framework_id()));
      };
    case 29:
      return [](call& c) {
        c.out.string(c.allocator.framework_name(c.in.framework()));
      };
    case 50: return inverse_statuses;
    case 106: return [](call& c) { c.out.flag(c.allocator.pending()); };
    case 107: return allocate;
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
