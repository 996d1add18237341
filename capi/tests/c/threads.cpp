// Threads: one allocates and gathers, others read what was gathered, and
// others have instances of their own. Meant for ThreadSanitizer, which sees
// this side; Go's race detector sees the other one.
#include <atomic>
#include <thread>

#include "apportion.hpp"
#include "check.h"

namespace {

constexpr std::int64_t each = 8000;  // cpus of an agent, in thousandths

// Whoever reads sees all of one gathering: as many cpus as there are agents.
std::uint64_t check_whole(const apportion::metrics& m) {
  CHECK(m.roles.size() == m.counts.roles);
  CHECK(m.quantities.size() == m.counts.quantities);
  CHECK(m.subscriptions.size() == m.counts.subscriptions);
  std::int64_t cpus = 0;
  for (const auto& q : m.quantities)
    if (q.role == apportion::no_role) cpus = q.total;
  CHECK(cpus == each * static_cast<std::int64_t>(m.counts.agents));
  return m.counts.gathering;
}

// The number of an answer for pages, for whoever reads it first.
std::atomic<std::uint64_t> answer{0};

// Works out an answer, unless another thread has read it.
void look(const apportion::allocator& a) {
  try {
    const std::string seen = a.gathered_view(answer);
    CHECK(seen.front() == '{' && seen.back() == '}');
  } catch (const apportion::error& e) {
    CHECK(e.code() == APPORTION_E_STATE);
  }
}

void watch(const apportion::allocator& a, const std::atomic<bool>& done) {
  apportion::metrics m;
  std::uint64_t last = 0;
  while (!done) {
    a.gathered_metrics(m);
    const std::uint64_t now = check_whole(m);
    CHECK(now >= last);
    last = now;
    const std::string state = a.gathered_state();
    CHECK(state.empty() || (state.front() == '{' && state.back() == '}'));
    look(a);
  }
}

void allocate(apportion::allocator& a, int rounds, bool shared = false) {
  const apportion::role_id roles[] = {a.declare_role("web")};
  apportion::framework_info framework;
  framework.id = "marathon";
  framework.roles = roles;
  a.add_framework(framework);
  const apportion::resource total[] = {
      apportion::scalar(a.declare_kind({"cpus"}), apportion::amount(each))};
  apportion::cycle cycle;
  apportion::metrics m;
  std::vector<apportion::agent_id> agents;
  for (int i = 0; i < rounds; i++) {
    if (agents.size() < 9) {
      const std::string id = "a" + std::to_string(i);
      apportion::agent_info agent;
      agent.id = id;
      agent.total = total;
      agents.push_back(a.add_agent(agent));
    } else {
      a.remove_agent(agents.back());
      agents.resize(agents.size() - 1);
    }
    a.allocate(i, cycle);
    a.gather_metrics(m);
    CHECK(check_whole(m) == static_cast<std::uint64_t>(i) + 1);
    a.gather_state();
    if (!shared) continue;
    apportion::view_question q;
    q.question = "data";
    answer = a.gather_view(q);
  }
}

}  // namespace

int main() {
  apportion::allocator shared;
  std::atomic<bool> done{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&] { watch(shared, done); });
  for (int i = 0; i < 3; i++)
    threads.emplace_back([] {
      apportion::allocator own;
      allocate(own, 100);
    });
  allocate(shared, 200, true);  // never APPORTION_E_BUSY: that would throw
  done = true;
  for (std::thread& t : threads) t.join();
}
