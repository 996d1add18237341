// deadlines.c with apportion.hpp: the same story, and the same output.
//
//     c++ -std=c++17 deadlines.cpp $(pkg-config --cflags --libs apportion)
#include <apportion.hpp>
#include <iostream>
#include <string>
#include <vector>

struct framework {
  std::string name, role;
  std::vector<int> deadlines;  // of its tasks, the last first
  apportion::framework_id id = {};

  int deadline() const { return deadlines.empty() ? 0 : deadlines.back(); }
};

int main() {
  std::vector<framework> all = {{"video", "batch", {40, 20}},
                                {"report", "batch", {50, 30, 10}},
                                {"repair", "urgent", {99}}};
  apportion::allocator a{apportion::options{}};
  a.set_policy("ranked");
  for (framework& f : all) {
    const apportion::role_id roles[] = {a.declare_role(f.role)};
    apportion::framework_info info;
    info.id = f.name;
    info.roles = roles;
    f.id = a.add_framework(info);
  }
  a.set_ranks({apportion::make_role_rank(a.declare_role("urgent"), -1)}, {});
  apportion::kind_info cpus;
  cpus.name = "cpus";
  const apportion::resource cpu[] = {apportion::scalar(a.declare_kind(cpus), apportion::unit)};
  apportion::agent_info machine;
  machine.id = "m1";
  machine.total = cpu;
  a.add_agent(machine);

  apportion::cycle cycle;
  for (;;) {
    std::vector<apportion::framework_rank> ranks;
    for (const framework& f : all)
      ranks.push_back(apportion::make_framework_rank(f.id, f.deadline()));
    a.set_ranks({}, ranks);
    a.request_allocation();
    if (!a.allocate(a.now(), cycle) || cycle.offers.empty()) return 0;
    const auto& offer = cycle.offers[0];
    for (framework& f : all) {
      if (f.id != offer.framework) continue;
      std::cout << f.name << ", due at " << f.deadline() << "\n";
      f.deadlines.pop_back();
      a.recover_resources(a.now(), f.id, offer.agent, offer.role,
                          cycle.resources_of(offer));
      if (f.deadlines.empty()) a.suppress_offers(f.id);
    }
  }
}
