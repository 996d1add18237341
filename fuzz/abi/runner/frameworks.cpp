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
           [&](auto& b) {
             b.add(APPORTION_OP_ADD_FRAMEWORK).u.add_framework = {
                 &row, used.data(), used.size(), active ? 1u : 0u, 0};
           });
}

void update_framework(call& c) {
  const auto framework = c.in.framework();
  const auto info = c.in.framework_info();
  const auto& row = c.in.keep(apportion::detail::to_c(info));
  c.change([&] { c.allocator.update_framework(framework, info); },
           [&](auto& b) {
             b.add(APPORTION_OP_UPDATE_FRAMEWORK).u.update_framework = {
                 framework.value(), &row};
           });
}

void remove_framework(call& c) {
  const auto framework = c.in.framework();
  c.change([&] { c.allocator.remove_framework(framework); },
           [&](auto& b) { b.remove_framework(framework); });
}

void activate_framework(call& c) {
  const auto framework = c.in.framework();
  c.change([&] { c.allocator.activate_framework(framework); },
           [&](auto& b) { b.activate_framework(framework); });
}

void deactivate_framework(call& c) {
  const auto framework = c.in.framework();
  c.change([&] { c.allocator.deactivate_framework(framework); },
           [&](auto& b) { b.deactivate_framework(framework); });
}

void suppress_offers(call& c) {
  const auto framework = c.in.framework();
  const auto roles = c.in.roles();
  c.change([&] { c.allocator.suppress_offers(framework, roles); },
           [&](auto& b) { b.suppress_offers(framework, roles); });
}

void revive_offers(call& c) {
  const auto framework = c.in.framework();
  const auto roles = c.in.roles();
  c.change([&] { c.allocator.revive_offers(framework, roles); },
           [&](auto& b) { b.revive_offers(framework, roles); });
}

void request_resources(call& c) {
  const auto framework = c.in.framework();
  c.change([&] { c.allocator.request_resources(framework); },
           [&](auto& b) {
             b.add(APPORTION_OP_REQUEST_RESOURCES).u.framework =
                 framework.value();
           });
}

void exclude_agents(call& c) {
  const auto framework = c.in.framework();
  const auto role = c.in.u32();
  const auto agents = c.in.agents();
  c.change([&] { c.allocator.exclude_agents(framework, role, agents); },
           [&](auto& b) {
             b.add(APPORTION_OP_EXCLUDE_AGENTS).u.exclude_agents = {
                 framework.value(), apportion::detail::as_c(agents.data()),
                 agents.size(), role, 0};
           });
}

void exclude_agent(call& c) {
  const auto framework = c.in.framework();
  const auto role = c.in.u32();
  const auto agent = c.in.agent();
  const bool excluded = c.in.flag();
  c.change([&] { c.allocator.exclude_agent(framework, role, agent, excluded); },
           [&](auto& b) {
             b.add(APPORTION_OP_EXCLUDE_AGENT).u.exclude_agent = {
                 framework.value(), agent.value(), role, excluded ? 1u : 0u};
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
