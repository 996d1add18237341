// Requests about resources, 80 to 99.
#include "call.hpp"

namespace runner {

namespace {

void recover_resources(call& c) {
  const auto now = c.in.i64();
  const auto framework = c.in.framework();
  const auto agent = c.in.agent();
  const auto role = c.in.u32();
  const auto resources = c.in.resources();
  const auto refuse = c.in.i64();
  const bool allocated = c.in.flag();
  c.change([&](auto& to) {
    to.recover_resources(now, framework, agent, role, resources, refuse,
                         allocated);
  });
}

void transition(call& c) {
  const auto agent = c.in.agent();
  const auto role = c.in.u32();
  const auto resources = c.in.resources();
  c.change([&](auto& to) { to.transition(agent, role, resources); });
}

void update_allocation(call& c) {
  const auto framework = c.in.framework();
  const auto agent = c.in.agent();
  const auto role = c.in.u32();
  const auto offered = c.in.resources();
  const auto conversions = c.in.conversions();
  c.change([&](auto& to) {
    to.update_allocation(framework, agent, role, offered, conversions);
  });
}

void update_available(call& c) {
  const auto agent = c.in.agent();
  const auto conversions = c.in.conversions();
  c.change(
      [&] {
        if (!c.allocator.update_available(agent, conversions)) {
          throw apportion::error(APPORTION_E_NOT_AVAILABLE,
                                 c.allocator.last_error());
        }
      },
      [&](auto& b) { b.update_available(agent, conversions); });
}

}  // namespace

handler find_resources(std::uint16_t request) noexcept {
  switch (request) {
    case 80: return recover_resources;
    case 81: return transition;
    case 82: return update_allocation;
    case 83: return update_available;
    default: return nullptr;
  }
}

}  // namespace runner
