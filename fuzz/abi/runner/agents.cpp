// Calls about agents that have another form in C++.
#include "call.hpp"

namespace runner {

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

}  // namespace runner
