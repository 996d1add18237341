// restart.c with apportion.hpp: the same story, and the same output.
//
//     c++ -std=c++17 restart.cpp $(pkg-config --cflags --libs apportion)
#include <apportion.hpp>
#include <iostream>
#include <string>

constexpr std::int64_t second = 1'000'000'000;

// Web's framework is offered both machines: it starts a task on m1, and wants nothing of
// m2 for an hour. Returns what the host keeps.
std::string run() {
  apportion::allocator a;
  const apportion::role_id web = a.declare_role("web");
  apportion::kind_info kind;
  kind.name = "cpus";
  const apportion::resource all[] = {
      apportion::scalar(a.declare_kind(kind), 4 * apportion::unit)};
  const auto add_machine = [&](std::string_view id) {
    apportion::agent_info info;
    info.id = id;
    info.total = all;
    return a.add_agent(info);
  };
  const apportion::agent_id m1 = add_machine("m1"), m2 = add_machine("m2");
  const apportion::role_id roles[] = {web};
  apportion::framework_info info;
  info.id = "web";
  info.roles = roles;
  const apportion::framework_id framework = a.add_framework(info);
  apportion::cycle cycle;
  a.allocate(0, cycle);
  a.transition(m1, web, all);
  a.recover_resources(0, framework, m2, web, all, 3600 * second);
  std::cout << " 0 s: m1 runs web's task, m2 is refused for an hour\n";
  return a.snapshot();
}

void offer(apportion::allocator& a, std::int64_t seconds) {
  apportion::cycle cycle;
  a.advance(seconds * second);
  a.request_allocation();
  a.allocate(seconds * second, cycle);
  std::cout << "after the restart, " << seconds << " s: offered "
            << (cycle.offers.empty() ? "nothing"
                                     : a.agent_name(cycle.offers[0].agent))
            << "\n";
}

int main() {
  std::string bytes = run();  // the process ends, and another one begins
  {
    apportion::allocator a = apportion::allocator::restore(bytes);
    if (!a.find_framework("web")) return 1;  // its new handle
    offer(a, 60);
    offer(a, 3600);
  }
  bytes[bytes.size() / 2] ^= 1;
  try {
    apportion::allocator::restore(bytes);
  } catch (const apportion::error& e) {  // its text says where and why
    std::cout << "damaged: " << e.name() << "\n";
  }
}
