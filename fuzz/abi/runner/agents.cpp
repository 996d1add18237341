// Requests about agents, 40 to 59.
#include "call.hpp"

namespace runner {

namespace {

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
           [&](auto& b) {
             b.add(APPORTION_OP_UPDATE_AGENT).u.update_agent = {agent.value(),
                                                           &row};
           });
}

void remove_agent(call& c) {
  const auto agent = c.in.agent();
  c.change([&] { c.allocator.remove_agent(agent); },
           [&](auto& b) { b.remove_agent(agent); });
}

void activate_agent(call& c) {
  const auto agent = c.in.agent();
  c.change([&] { c.allocator.activate_agent(agent); },
           [&](auto& b) { b.activate_agent(agent); });
}

void deactivate_agent(call& c) {
  const auto agent = c.in.agent();
  c.change([&] { c.allocator.deactivate_agent(agent); },
           [&](auto& b) { b.deactivate_agent(agent); });
}

void add_resource_provider(call& c) {
  const auto agent = c.in.agent();
  const auto total = c.in.resources();
  const auto used = c.in.usages();
  c.change([&] { c.allocator.add_resource_provider(agent, total, used); },
           [&](auto& b) {
             b.add(APPORTION_OP_ADD_RESOURCE_PROVIDER).u.add_resource_provider =
                 {agent.value(), total.data(), total.size(), used.data(),
                  used.size()};
           });
}

void set_whitelist(call& c) {
  const auto hosts = c.in.strings();
  c.change([&] { c.allocator.set_whitelist(hosts); },
           [&](auto& b) {
             b.add(APPORTION_OP_SET_WHITELIST).u.strings = {hosts.data(),
                                                            hosts.size()};
           });
}

void clear_whitelist(call& c) {
  c.change([&] { c.allocator.clear_whitelist(); },
           [&](auto& b) { b.add(APPORTION_OP_CLEAR_WHITELIST); });
}

void update_unavailability(call& c) {
  const auto agent = c.in.agent();
  const auto planned = c.in.unavailability();
  const auto times = planned.value_or(apportion::unavailability{});
  c.change([&] { c.allocator.update_unavailability(agent, planned); },
           [&](auto& b) {
             b.add(APPORTION_OP_UPDATE_UNAVAILABILITY)
                 .u.update_unavailability = {agent.value(), times.start_nanos,
                                             times.duration_nanos,
                                             planned ? 1u : 0u, 0};
           });
}

void update_inverse_offer(call& c) {
  const auto now = c.in.i64();
  const auto agent = c.in.agent();
  const auto framework = c.in.framework();
  const auto status = c.in.u32();
  const auto refuse = c.in.i64();
  c.change(
      [&] {
        c.allocator.update_inverse_offer(now, agent, framework, status, refuse);
      },
      [&](auto& b) {
        b.add(APPORTION_OP_UPDATE_INVERSE_OFFER).u.update_inverse_offer = {
            now, agent.value(), framework.value(), refuse, status, 0};
      });
}

void inverse_statuses(call& c) {
  const auto s = c.allocator.inverse_statuses();
  c.out.count(s.agents.size());
  for (const auto agent : s.agents) c.out.u64(agent.value());
  c.out.count(s.statuses.size());
  for (const auto& status : s.statuses) {
    c.out.u64(status.agent.value());
    c.out.string(s.framework_of(status));
    c.out.u32(status.status);
  }
}

}  // namespace

handler find_agents(std::uint16_t request) noexcept {
  switch (request) {
    case 40: return add_agent;
    case 41: return update_agent;
    case 42: return remove_agent;
    case 43: return activate_agent;
    case 44: return deactivate_agent;
    case 45: return add_resource_provider;
    case 46: return set_whitelist;
    case 47: return clear_whitelist;
    case 48: return update_unavailability;
    case 49: return update_inverse_offer;
    case 50: return inverse_statuses;
    default: return nullptr;
  }
}

}  // namespace runner
