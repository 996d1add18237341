// priorities.c with apportion.hpp: the same story, and the same output.
//
//     c++ -std=c++17 priorities.cpp $(pkg-config --cflags --libs apportion)
#include <apportion.hpp>
#include <iostream>
#include <string>
#include <vector>

struct role {
  std::string name;
  double priority, weight;
  int wants;  // tasks of a cpu
  int runs = 0;
  apportion::role_id id = {};
  apportion::framework_id framework = {};  // its only one
};

class cluster {
 public:
  cluster() {
    a_.set_policy("ranked");
    std::vector<apportion::role_rank> ranks;
    std::vector<apportion::role_weight> weights;
    for (role& r : all_) {
      r.id = a_.declare_role(r.name);
      ranks.push_back(apportion::make_role_rank(r.id, r.priority));
      weights.push_back(apportion::make_role_weight(r.id, r.weight));
      apportion::framework_info info;
      const apportion::role_id roles[] = {r.id};
      info.id = r.name;
      info.roles = roles;
      r.framework = a_.add_framework(info);
    }
    a_.set_ranks(ranks, {});
    a_.set_weights(weights);
    apportion::kind_info kind;
    kind.name = "cpus";
    cpus_ = a_.declare_kind(kind);
    const apportion::resource twelve[] = {apportion::scalar(cpus_, 12 * apportion::unit)};
    apportion::agent_info info;
    info.id = "m1";
    info.total = twelve;
    machine_ = a_.add_agent(info);
  }

  role& operator[](std::size_t i) { return all_[i]; }

  void wants(role& r, int tasks) {
    r.wants = tasks;
    if (r.runs < tasks) a_.revive_offers(r.framework);
    else a_.suppress_offers(r.framework);
  }

  void end_task(role& r) {
    const apportion::resource cpu[] = {apportion::scalar(cpus_, apportion::unit)};
    a_.recover_resources(a_.now(), r.framework, machine_, r.id, cpu,
                         APPORTION_NO_FILTER, true);
    --r.runs;
  }

  void fill() {
    while (start_task()) {
    }
    const char* between = "";
    for (const role& r : all_) {
      std::cout << between << r.name << " " << r.runs;
      between = ", ";
    }
    std::cout << "\n";
  }

 private:
  // Starts a task on the offer of a cycle and gives back the rest, of which there is a
  // new offer then.
  bool start_task() {
    apportion::cycle cycle;
    a_.request_allocation();
    if (!a_.allocate(a_.now(), cycle) || cycle.offers.empty()) return false;
    const apportion::offer& offer = cycle.offers[0];
    const apportion::resource cpu[] = {apportion::scalar(cpus_, apportion::unit)};
    a_.transition(machine_, offer.role, cpu);
    const apportion::amount room(cycle.resources_of(offer)[0].amount - 1000);
    const apportion::resource rest[] = {apportion::scalar(cpus_, room)};
    if (room.thousandths() > 0) {
      a_.recover_resources(a_.now(), apportion::framework_id(offer.framework),
                           machine_, offer.role, rest, APPORTION_NO_FILTER,
                           false);
    }
    for (role& r : all_) {
      if (r.id == offer.role && ++r.runs == r.wants)
        a_.suppress_offers(r.framework);
    }
    return true;
  }

  apportion::allocator a_{apportion::options{}};
  std::vector<role> all_ = {
      {"web", 0, 1, 3}, {"db", 0, 1, 3}, {"train", 1, 2, 99}, {"crawl", 1, 1, 99}};
  apportion::kind_id cpus_ = {};
  apportion::agent_id machine_ = {};
};

int main() {
  cluster c;
  role &web = c[0], &train = c[2], &crawl = c[3];
  c.fill();  // priority 1 shares six cpus two to one
  c.wants(web, 6);
  c.end_task(train);
  c.end_task(train);
  c.end_task(crawl);
  c.fill();  // what has ended is web's
  c.wants(web, 3);
  while (web.runs > web.wants) c.end_task(web);
  c.fill();  // and what web no longer needs is shared again, two to one
}
