// Requests about frameworks, 60 to 79.
#include "call.hpp"

namespace runner {

namespace {

void add_framework(call& c) {
  const auto info = c.in.framework_info();
  const bool active = c.in.flag();
  const auto used = c.in.usages();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { return c.allocator.add_framework(info, active, used); },
           [&](auto& b) { b.add_framework(row, active, used); });
}

void update_framework(call& c) {
  const auto framework = c.in.framework();
  const auto info = c.in.framework_info();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { c.allocator.update_framework(framework, info); },
           [&](auto& b) { b.update_framework(framework, row); });
}

void remove_framework(call& c) {
  const auto framework = c.in.framework();
  c.change([&](auto& to) { to.remove_framework(framework); });
}

void activate_framework(call& c) {
  const auto framework = c.in.framework();
  c.change([&](auto& to) { to.activate_framework(framework); });
}

void deactivate_framework(call& c) {
  const auto framework = c.in.framework();
  c.change([&](auto& to) { to.deactivate_framework(framework); });
}

void suppress_offers(call& c) {
  const auto framework = c.in.framework();
  const auto roles = c.in.roles();
  c.change([&](auto& to) { to.suppress_offers(framework, roles); });
}

void revive_offers(call& c) {
  const auto framework = c.in.framework();
  const auto roles = c.in.roles();
  c.change([&](auto& to) { to.revive_offers(framework, roles); });
}

void request_resources(call& c) {
  const auto framework = c.in.framework();
  c.change([&](auto& to) { to.request_resources(framework); });
}

void exclude_agents(call& c) {
  const auto framework = c.in.framework();
  const auto role = c.in.u32();
  const auto agents = c.in.agents();
  c.change([&](auto& to) { to.exclude_agents(framework, role, agents); });
}

void exclude_agent(call& c) {
  const auto framework = c.in.framework();
  const auto role = c.in.u32();
  const auto agent = c.in.agent();
  const bool excluded = c.in.flag();
  c.change([&](auto& to) {
    to.exclude_agent(framework, role, agent, excluded);
  });
}

}  // namespace

handler find_frameworks(std::uint16_t request) noexcept {
  switch (request) {
    case 60: return add_framework;
    case 61: return update_framework;
    case 62: return remove_framework;
    case 63: return activate_framework;
    case 64: return deactivate_framework;
    case 65: return suppress_offers;
    case 66: return revive_offers;
    case 67: return request_resources;
    case 68: return exclude_agents;
    case 69: return exclude_agent;
    default: return nullptr;
  }
}

}  // namespace runner
