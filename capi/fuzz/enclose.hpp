// What an operation refers to, moved to where it ends at memory that nobody may touch.
#ifndef APPORTION_FUZZ_ENCLOSE_HPP
#define APPORTION_FUZZ_ENCLOSE_HPP

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "arguments.hpp"

// Pages with a fence behind each, made once: a copy has a page of its own until the next
// step. Lists that no memory of ours is as long as stay where they are.
class enclosure {
 public:
  enclosure() {
    void* p = mmap(nullptr, places * 2 * page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(p != MAP_FAILED);
    first_ = static_cast<char*>(p);
    for (std::size_t i = 0; i < places; i++)
      CHECK(mprotect(first_ + (2 * i + 1) * page, page, PROT_NONE) == 0);
  }

  // The copies of the step before are over.
  void begin() { used_ = 0; }

  void operation(apportion_op& op) {
    switch (op.type) {
      case APPORTION_OP_RECOVER_RESOURCES:
        return all(op.u.recover_resources.resources, op.u.recover_resources.resource_count);
      case APPORTION_OP_TRANSITION:
        return all(op.u.transition.resources, op.u.transition.resource_count);
      case APPORTION_OP_UPDATE_ALLOCATION:
        all(op.u.update_allocation.offered, op.u.update_allocation.offered_count);
        return all(op.u.update_allocation.conversions, op.u.update_allocation.conversion_count);
      case APPORTION_OP_UPDATE_AVAILABLE:
        return all(op.u.update_available.conversions, op.u.update_available.conversion_count);
      case APPORTION_OP_ADD_FRAMEWORK:
        record(op.u.add_framework.info);
        return all(op.u.add_framework.used, op.u.add_framework.used_count);
      case APPORTION_OP_UPDATE_FRAMEWORK: return record(op.u.update_framework.info);
      case APPORTION_OP_SUPPRESS_OFFERS:
      case APPORTION_OP_REVIVE_OFFERS:
        return all(op.u.framework_roles.roles, op.u.framework_roles.role_count);
      case APPORTION_OP_EXCLUDE_AGENTS:
        return all(op.u.exclude_agents.agents, op.u.exclude_agents.agent_count);
      case APPORTION_OP_ADD_AGENT: return record(op.u.add_agent);
      case APPORTION_OP_UPDATE_AGENT: return record(op.u.update_agent.update);
      case APPORTION_OP_ADD_RESOURCE_PROVIDER:
        all(op.u.add_resource_provider.total, op.u.add_resource_provider.total_count);
        return all(op.u.add_resource_provider.used, op.u.add_resource_provider.used_count);
      case APPORTION_OP_SET_WHITELIST: return all(op.u.strings.items, op.u.strings.count);
      case APPORTION_OP_SET_QUOTA:
        inside(op.u.set_quota.guarantees);
        return inside(op.u.set_quota.limits);
      case APPORTION_OP_SET_WEIGHTS: return all(op.u.set_weights.weights, op.u.set_weights.count);
      case APPORTION_OP_SET_POLICY: return inside(op.u.set_policy.policy);
      case APPORTION_OP_SET_RANKS: return all(op.u.set_ranks.roles, op.u.set_ranks.role_count);
      case APPORTION_OP_DECLARE_ROLE:
      case APPORTION_OP_DECLARE_ITEM: return inside(op.u.string);
      case APPORTION_OP_DECLARE_KIND: return record(op.u.kind);
      case APPORTION_OP_RELEASE_ROLES: return all(op.u.release_roles.roles, op.u.release_roles.count);
      case APPORTION_OP_RELEASE_KINDS: return all(op.u.release_kinds.kinds, op.u.release_kinds.count);
      case APPORTION_OP_RELEASE_ITEMS: return all(op.u.release_items.items, op.u.release_items.count);
      case APPORTION_OP_RECOVER: return all(op.u.recover.quotas, op.u.recover.quota_count);
      default: return;
    }
  }

 private:
  static constexpr std::size_t page = 4096, places = 256, longest = 16;

  // Moves so many bytes.
  void* move(const void* from, std::size_t size) {
    CHECK(used_ < places && size <= page);
    char* to = first_ + (2 * used_++ + 1) * page - size;
    std::memcpy(to, from, size);
    return to;
  }

  // Moves a list, and what its members refer to.
  template <class T>
  void all(const T*& list, std::size_t count) {
    if (list == nullptr || count > longest) return;
    T* moved = static_cast<T*>(move(list, count * sizeof(T)));
    for (std::size_t i = 0; i < count; i++) inside(moved[i]);
    list = moved;
  }

  // Moves a record of the size that it says, or that it has if that is larger or none.
  template <class T>
  void record(const T*& one) {
    if (one == nullptr) return;
    T whole = *one;
    inside(whole);
    const std::size_t said = (whole.struct_size + 7) / 8 * 8;
    one = static_cast<const T*>(move(&whole, std::clamp(said, std::size_t{8}, sizeof(T))));
  }

  void inside(apportion_str& s) {
    if (s.data != nullptr && s.size <= page) s.data = static_cast<const char*>(move(s.data, s.size));
  }
  void inside(apportion_quantity& q) { inside(q.name); }
  void inside(apportion_quantities& q) { all(q.items, q.count); }
  void inside(apportion_label& l) {
    inside(l.key);
    inside(l.value);
  }
  void inside(apportion_reservation& r) {
    inside(r.role);
    inside(r.principal);
    all(r.labels, r.label_count);
  }
  void inside(apportion_usage& u) {
    inside(u.id);
    all(u.resources, u.resource_count);
  }
  void inside(apportion_conversion& c) {
    all(c.consumed, c.consumed_count);
    all(c.converted, c.converted_count);
  }
  void inside(apportion_role_minimum& m) { all(m.lists, m.list_count); }
  void inside(apportion_role_quota& q) {
    inside(q.guarantees);
    inside(q.limits);
  }
  void inside(apportion_agent_info& a) {
    inside(a.id);
    inside(a.hostname);
    inside(a.region);
    all(a.total, a.total_count);
    all(a.used, a.used_count);
  }
  void inside(apportion_agent_update& a) {
    inside(a.hostname);
    inside(a.region);
    all(a.total, a.total_count);
  }
  void inside(apportion_framework_info& f) {
    inside(f.id);
    all(f.roles, f.role_count);
    all(f.suppressed, f.suppressed_count);
    all(f.minima, f.minimum_count);
  }
  void inside(apportion_kind_info& k) {
    inside(k.name);
    inside(k.disk_persistence);
    all(k.reservations, k.reservation_count);
  }
  void inside(const apportion_resource&) {}
  void inside(const apportion_role_weight&) {}
  void inside(const apportion_role_rank&) {}
  void inside(std::uint32_t) {}
  void inside(std::uint64_t) {}

  char* first_;
  std::size_t used_ = 0;
};

#endif
