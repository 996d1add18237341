// Questions about names, kinds, cycles and the whole state, and the recording.
// README.md has their numbers.
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
  const auto kind = c.allocator.describe_kind(apportion::kind_id(c.in.u32()));
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
  c.allocator.allocate(now, cycle);
  c.out.flag(cycle.counts.ran != 0);
  c.out.u64(cycle.counts.candidates);
  c.out.u64(cycle.counts.visited);
  c.out.u64(cycle.counts.held_back_agents);
  c.out.list(cycle.offers, [&](auto& o) {
    c.put(o.framework);
    c.put(o.agent);
    c.out.u64(o.role.value());
    c.out.u64(o.first);
    c.out.u64(o.count);
  });
  c.out.list(cycle.resources, [&](auto& r) {
    c.out.u64(r.kind.value() | std::uint64_t{r.reserved} << 32);
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
    c.out.u64(r.role.value());
    c.out.u64(r.asks.value());
    c.out.u64(r.stage);
    c.out.u64(r.kind.value());
    c.out.i64(r.amount);
    c.out.i64(r.due_nanos);
  });
}

// The amounts of metrics, by what they are of, as text.
void metrics(call& c) {
  apportion::metrics m;
  c.allocator.gather_metrics(m);
  std::vector<std::pair<std::string, std::string>> figures;
  const auto pair = [](auto x, auto y) {
    return std::to_string(x) + ' ' + std::to_string(y);
  };
  figures.emplace_back("agents and frameworks",
                       pair(m.counts.agents, m.counts.frameworks));
  figures.emplace_back("cycles and offers: standing",
                       pair(m.counts.allocation_runs, m.counts.offers_made));
  const auto put = [&](auto& row, std::string what, std::int64_t amount) {
    if (amount == 0) return;
    if (row.role != apportion::no_role)
      what = c.allocator.role_name(row.role) + ": " + what;
    figures.emplace_back(what + ' ' + c.allocator.resource_name(row.resource),
                         std::to_string(amount));
  };
  for (const auto& q : m.quantities) {
    put(q, "total", q.total);
    put(q, "offered or allocated", q.offered_or_allocated);
    put(q, "consumed", q.consumed_quota);
    put(q, "reserved", q.reserved_quantity);
    put(q, "guarantees", q.guarantee);
  }
  for (const auto& x : m.loans) {
    put(x, "lent", x.lent);
    put(x, "borrowed", x.borrowed);
    put(x, "recalled", x.recalled);
    put(x, "overdue", x.overdue);
  }
  for (const auto& x : m.overdue)
    put(x, "owed by " + c.allocator.framework_name(x.framework), x.amount);
  c.out.list(figures, [&](auto& f) {
    c.out.string(f.first);
    c.out.string(f.second);
  });
}

}  // namespace

handler find_question(std::uint16_t request) noexcept {
  switch (request) {
    case 21:
      return [](call& c) { c.out.string(c.allocator.role_name(c.in.role())); };
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
