// The event loop of scheduler.c in C++17: the same story, and the same output.
//
//     c++ -std=c++17 scheduler.cpp $(pkg-config --cflags --libs apportion)
#include <algorithm>
#include <apportion.hpp>
#include <functional>
#include <iomanip>
#include <iostream>
#include <queue>
#include <utility>
#include <vector>

namespace {

using nanos = std::int64_t;
constexpr nanos second = 1'000'000'000;

struct framework {
  std::string_view name, path;  // of its role
  std::int64_t cpus, mem;       // of a task, in thousandths
  nanos lasts;
  int waiting;  // tasks to start
  apportion::framework_id id = {};
  apportion::role_id role = {};
  std::vector<apportion::resource> task = {};
};

struct event {
  nanos at;
  std::function<void()> happens;
  bool operator>(const event& other) const { return at > other.at; }
};

class scheduler {
 public:
  scheduler();
  void run();

 private:
  void add(framework& f);
  void start_task(framework& f, apportion::agent_id machine);
  void answer(const apportion::offer& offer);
  void submit();
  void answer_offers();
  std::int64_t run_due();
  void at(nanos when, std::function<void()> what) {
    events_.push({when, std::move(what)});
  }

  static apportion::options options();

  apportion::allocator allocator_{options()};
  apportion::kind_id cpus_ = allocator_.declare_kind({"cpus"});
  apportion::kind_id mem_ = allocator_.declare_kind({"mem"});
  framework web_{"web", "web", 2000, 4000, 30 * second, 2};
  framework batch_{"batch", "eng/batch", 1000, 4000, 15 * second / 2, 60};

  nanos now_ = 0;
  std::priority_queue<event, std::vector<event>, std::greater<>> events_;
  // Operations are gathered, to cross into the library together. Their
  // memory stays as it is until then.
  apportion::batch operations_;
  std::vector<apportion::result> results_;
  apportion::cycle cycle_;
};

apportion::options scheduler::options() {
  apportion::options o;
  o.interval_nanos = second;
  o.agent_order = APPORTION_ORDER_BY_ID;  // prints the same for ever
  return o;
}

scheduler::scheduler() {
  add(web_);
  add(batch_);
  allocator_.set_quota(web_.role, {apportion::make_quantity("cpus", 8 * apportion::unit)}, {});
  const apportion::resource total[] = {apportion::scalar(cpus_, 8 * apportion::unit),
                                       apportion::scalar(mem_, 32 * apportion::unit)};
  for (const char* name : {"m1", "m2", "m3"}) {
    apportion::agent_info machine;
    machine.id = machine.hostname = name;
    machine.total = total;
    allocator_.add_agent(machine);
  }
  at(20 * second, [this] {
    web_.waiting += 2;
    operations_.revive_offers(web_.id);
  });
}

void scheduler::add(framework& f) {
  f.role = allocator_.declare_role(f.path);
  f.task = {apportion::scalar(cpus_, apportion::amount(f.cpus)),
            apportion::scalar(mem_, apportion::amount(f.mem))};
  apportion::framework_info info;
  info.id = f.name;
  info.roles = {&f.role, 1};
  f.id = allocator_.add_framework(info);
}

void scheduler::start_task(framework& f, apportion::agent_id machine) {
  operations_.transition(machine, f.role, f.task);
  at(now_ + f.lasts, [this, &f, machine] {
    operations_.recover_resources(now_, f.id, machine, f.role, f.task,
                                  APPORTION_NO_FILTER, true);
  });
}

// Starts the waiting tasks that fit into an offer and declines the rest.
void scheduler::answer(const apportion::offer& offer) {
  framework& f = offer.framework == web_.id ? web_ : batch_;
  std::int64_t cpus = 0, mem = 0;
  for (const apportion::resource& r : cycle_.resources_of(offer))
    (r.kind == cpus_ ? cpus : mem) += r.amount;
  for (; f.waiting > 0 && cpus >= f.cpus && mem >= f.mem; f.waiting--) {
    cpus -= f.cpus;
    mem -= f.mem;
    start_task(f, offer.agent);
  }
  for (std::size_t i = offer.first; i < offer.first + offer.count; i++) {
    apportion::resource& r = cycle_.resources[i];
    r.amount = r.kind == cpus_ ? cpus : mem;
  }
  operations_.recover_resources(
      now_, offer.framework, offer.agent, offer.role,
      cycle_.resources_of(offer),
      f.waiting > 0 ? APPORTION_NO_FILTER : 60 * second, false);
}

void scheduler::submit() {
  if (!allocator_.submit(operations_, results_))
    throw apportion::error(APPORTION_E_PARTIAL, allocator_.last_error());
  operations_.clear();
}

void scheduler::answer_offers() {
  const int webs = web_.waiting, batches = batch_.waiting;
  for (const apportion::offer& offer : cycle_.offers) answer(offer);
  submit();
  const int web = webs - web_.waiting, batch = batches - batch_.waiting;
  if (web + batch > 0)
    std::cout << std::setw(2) << now_ / second << " s: starts " << web
              << " of web, " << batch << " of batch\n";
}

// The answers to offers are calls, after which something may be due at another time.
std::int64_t scheduler::run_due() {
  std::int64_t next;
  do {
    next = allocator_.run_due(now_, cycle_);
    answer_offers();
  } while (!cycle_.offers.empty());
  return next;
}

void scheduler::run() {
  for (;;) {
    const std::int64_t deadline = run_due();
    if (events_.empty()) break;
    now_ = std::min(events_.top().at, deadline);  // it waits
    while (!events_.empty() && events_.top().at <= now_) {
      const event due = events_.top();
      events_.pop();
      due.happens();
    }
    submit();
  }
  apportion::metrics metrics;
  allocator_.gather_metrics(metrics);
  std::cout << metrics.counts.allocation_runs << " cycles made "
            << metrics.counts.offers_made << " offers\n";
  allocator_.remove_framework(web_.id);
  allocator_.remove_framework(batch_.id);
}

}  // namespace

int main() {
  try {
    scheduler().run();
  } catch (const apportion::error& e) {
    std::cerr << e.name() << ": " << e.what() << '\n';
    return 1;
  }
}
