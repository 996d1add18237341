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
           [&](auto& b) { b.update_agent(agent, row); });
}

void remove_agent(call& c) {
  const auto agent = c.in.agent();
  c.change([&](auto& to) { to.remove_agent(agent); });
}

void activate_agent(call& c) {
  const auto agent = c.in.agent();
  c.change([&](auto& to) { to.activate_agent(agent); });
}

void deactivate_agent(call& c) {
  const auto agent = c.in.agent();
  c.change([&](auto& to) { to.deactivate_agent(agent); });
}

void add_resource_provider(call& c) {
  const auto agent = c.in.agent();
  const auto total = c.in.resources();
  const auto used = c.in.usages();
  c.change([&](auto& to) { to.add_resource_provider(agent, total, used); });
}

void set_whitelist(call& c) {
  const auto hosts = c.in.strings();
  c.change([&](auto& to) { to.set_whitelist(hosts); });
}

void clear_whitelist(call& c) {
  c.change([&](auto& to) { to.clear_whitelist(); });
}

void update_unavailability(call& c) {
  const auto agent = c.in.agent();
  const auto planned = c.in.unavailability();
  c.change([&](auto& to) { to.update_unavailability(agent, planned); });
}

void update_inverse_offer(call& c) {
  const auto now = c.in.i64();
  const auto agent = c.in.agent();
  const auto framework = c.in.framework();
  const auto status = c.in.u32();
  const auto refuse = c.in.i64();
  c.change([&](auto& to) {
    to.update_inverse_offer(now, agent, framework, status, refuse);
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
