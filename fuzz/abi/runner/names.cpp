// Questions about names.
#include "call.hpp"

namespace runner {

namespace {

// A kind is described as a recording has it.
void put(writer& out, const apportion_str& s) {
  out.varint(s.size);
  out.raw({s.data, s.size});
}

void put_optional(writer& out, const apportion_str& s) {
  out.flag(s.data != nullptr);
  if (s.data != nullptr) put(out, s);
}

void put_labels(writer& out, const apportion_label* labels, std::size_t count) {
  out.varint(labels == nullptr ? 0 : count + 1);
  for (const auto& l : apportion::view<apportion_label>(labels, count)) {
    put(out, l.key);
    put_optional(out, l.value);
  }
}

void describe_kind(call& c) {
  const auto kind = c.allocator.describe_kind(c.in.u32());
  put(c.out, kind->name);
  c.out.varint(kind->type);
  c.out.varint(kind->reservation_count == 0 ? 0 : kind->reservation_count + 1);
  for (const auto& r : apportion::view<apportion::reservation>(
           kind->reservations, kind->reservation_count)) {
    c.out.varint(r.type);
    put(c.out, r.role);
    put_optional(c.out, r.principal);
    put_labels(c.out, r.labels, r.label_count);
  }
  const bool disk = (kind->flags & APPORTION_KIND_DISK) != 0;
  c.out.flag(disk);
  if (disk) {
    c.out.varint(kind->disk_source);
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

}  // namespace

handler find_names(std::uint16_t request) noexcept {
  switch (request) {
    case 21:
      return [](call& c) { c.out.string(c.allocator.role_name(c.in.u32())); };
    case 23: return describe_kind;
    case 25:
      return [](call& c) { c.out.string(c.allocator.item_name(c.in.u64())); };
    case 26:
      return [](call& c) {
        const auto agent = c.allocator.find_agent(c.in.string());
        c.out.u64(
            c.in.mark.on(agent.value_or(apportion::agent_id()).value()));
      };
    case 27:
      return
          [](call& c) { c.out.string(c.allocator.agent_name(c.in.agent())); };
    case 28:
      return [](call& c) {
        const auto framework = c.allocator.find_framework(c.in.string());
        c.out.u64(c.in.mark.on(
            framework.value_or(apportion::framework_id()).value()));
      };
    case 29:
      return [](call& c) {
        c.out.string(c.allocator.framework_name(c.in.framework()));
      };
    default: return nullptr;
  }
}

}  // namespace runner
