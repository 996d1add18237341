// Calls that have another form in C++, and so are not generated. find_call has
// them, too.
#include "call.hpp"

namespace runner {

void declare_role(call& c) {
  const auto path = c.in.string();
  c.change([&](auto& to) { return to.declare_role(path); });
}

void declare_kind(call& c) {
  const auto info = c.in.kind();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { return c.allocator.declare_kind(info); },
           [&](auto& b) { b.declare_kind(row); });
}

void declare_item(call& c) {
  const auto name = c.in.string();
  c.change([&](auto& to) { return to.declare_item(name); });
}

void add_agent(call& c) {
  const auto info = c.in.agent_info();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { return c.allocator.add_agent(info); },
           [&](auto& b) { b.add_agent(row); });
}

void update_agent(call& c) {
  const auto agent = c.in.agent();
  const auto update = c.in.agent_update();
  const auto& row = c.in.keep(apportion::detail::to_c(update));
  c.change([&] { c.allocator.update_agent(agent, update); },
           [&](auto& b) { b.update_agent(agent, row); });
}

void set_whitelist(call& c) {
  if (c.in.absent_list()) {
    c.change([&](auto& to) { to.clear_whitelist(); });
    return;
  }
  const auto hosts = c.in.strings();
  c.change([&](auto& to) { to.set_whitelist(hosts); });
}

void add_framework(call& c) {
  const auto info = c.in.framework_info();
  const bool active = !c.in.flag();
  const auto used = c.in.usages();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { return c.allocator.add_framework(info, active, used); },
           [&](auto& b) { b.add_framework(row, active, used); });
}

void update_framework(call& c) {
  const auto id = c.in.string();
  const auto framework = c.in.framework();
  const auto info = c.in.framework_update(id);
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { c.allocator.update_framework(framework, info); },
           [&](auto& b) { b.update_framework(framework, row); });
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

void set_policy(call& c) {
  const auto role = c.in.role();
  const auto ordered = c.in.u32();
  const auto policy = c.in.string();
  c.change([&](auto& to) { to.set_policy(policy, role, ordered); });
}

void set_lending(call& c) {
  const auto role = c.in.role();
  std::uint32_t flags = 0;
  if (c.in.flag()) flags |= APPORTION_LEND_GUARANTEE;
  if (c.in.flag()) flags |= APPORTION_LEND_RESERVATIONS;
  const auto most = c.in.resources();
  const auto most_recalled = c.in.quantities();
  c.change(
      [&](auto& to) { to.set_lending(role, flags, most, most_recalled); });
}

}  // namespace runner
