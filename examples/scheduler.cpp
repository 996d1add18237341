// The scheduler loop of scheduler.c in C++17.
//
//     c++ -std=c++17 scheduler.cpp $(pkg-config --cflags --libs apportion)
#include <apportion.hpp>
#include <iostream>
#include <vector>

namespace {

struct framework {
  const char* name;
  std::int64_t cpus, mem;  // of one of its tasks
  apportion::framework_id id = 0;
};

void run() {
  apportion::allocator allocator;
  const auto cpus = allocator.declare_kind({"cpus"});
  const auto mem = allocator.declare_kind({"mem"});

  framework frameworks[] = {{"analytics", 1000, 4000}, {"web", 3000, 1000}};
  for (framework& f : frameworks) {
    const apportion::role_id roles[] = {allocator.declare_role(f.name)};
    apportion::framework_info info;
    info.id = f.name;
    info.roles = roles;
    f.id = allocator.add_framework(info);
  }

  const apportion::resource total[] = {apportion::scalar(cpus, 9000),
                                       apportion::scalar(mem, 18000)};
  apportion::agent_info machine;
  machine.id = machine.hostname = "machine-1";
  machine.total = total;
  allocator.add_agent(machine);

  apportion::cycle cycle;
  for (std::int64_t second = 1; second <= 5; second++) {
    const std::int64_t now = second * 1'000'000'000;
    allocator.request_allocation();
    allocator.allocate(now, cycle);
    for (const apportion::offer& offer : cycle.offers) {
      const framework& f = frameworks[offer.framework == frameworks[1].id];
      std::vector<apportion::resource> used, rest;
      for (apportion::resource r : cycle.resources_of(offer)) {
        const std::int64_t amount = r.kind == cpus ? f.cpus : f.mem;
        used.push_back(apportion::scalar(r.kind, amount));
        rest.push_back(apportion::scalar(r.kind, r.amount - amount));
      }
      allocator.transition(offer.agent, offer.role, used);
      allocator.recover_resources(now, offer.framework, offer.agent, offer.role,
                                  rest, APPORTION_NO_FILTER, false);
      std::cout << second << " s: " << f.name << " starts a task\n";
    }
  }
}

}  // namespace

int main() {
  try {
    run();
  } catch (const apportion::error& e) {
    std::cerr << "apportion: " << e.code() << ": " << e.what() << '\n';
    return 1;
  }
}
