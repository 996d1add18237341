// A program as a new user would write it in C++17, of the headers alone: two teams share
// machines by weight and quota, in a class that owns its allocator, with errors as exceptions.
#include <apportion.hpp>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace {

using apportion::agent_id;
using apportion::framework_id;
using apportion::kind_id;
using apportion::resource;
using apportion::role_id;

constexpr std::int64_t second = 1'000'000'000;

void require(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

class cluster {
 public:
  explicit cluster(const apportion::options& o)
      : allocator_(o), cpus_(allocator_.declare_kind({"cpus"})), mem_(allocator_.declare_kind({"mem"})) {}

  void add_machine(std::string_view name, int cpus) {
    const std::vector<resource> total{scalar(cpus_, cpus * apportion::unit), scalar(mem_, 1024 * apportion::unit)};
    apportion::agent_info info;
    info.id = info.hostname = name;
    info.total = total;
    names_.emplace(allocator_.add_agent(info), name);
  }

  role_id add_team(const std::string& name) {
    const role_id role = allocator_.declare_role("teams/" + name);
    const role_id roles[] = {role};
    apportion::framework_info info;
    info.id = name;
    info.roles = roles;
    teams_[allocator_.add_framework(info)] = name;
    return role;
  }

  // Gives each machine to one task of whoever is offered it. Returns what each team has then.
  std::map<std::string, std::int64_t> run(std::int64_t now) {
    apportion::cycle cycle;
    const std::int64_t next = allocator_.run_due(now, cycle);
    require(next > now, "the next deadline is ahead");
    for (const auto& offer : cycle.offers) {
      const auto resources = cycle.resources_of(offer);
      allocator_.transition(offer.agent, offer.role, resources);
      running_.push_back({offer.framework, offer.agent, offer.role, {resources.begin(), resources.end()}});
    }
    std::map<std::string, std::int64_t> held;
    for (const auto& t : running_)
      for (const resource& r : t.uses)
        if (r.kind == cpus_) held[teams_.at(t.framework)] += r.amount;
    return held;
  }

  // Ends all tasks in one crossing.
  void finish(std::int64_t now) {
    apportion::batch batch;
    for (const auto& t : running_)
      batch.recover_resources(now, t.framework, t.agent, t.role, t.uses, APPORTION_NO_FILTER, true);
    std::vector<apportion::result> results;
    require(allocator_.submit(batch, results), "all tasks end");
    require(results.size() == running_.size(), "each has a result");
    running_.clear();
  }

  std::string why(framework_id framework, role_id role) { return allocator_.explain(framework, role).text; }

  std::string name(agent_id id) const { return names_.at(id); }
  kind_id cpus() const { return cpus_; }
  apportion::allocator& allocator() { return allocator_; }

 private:
  struct task {
    framework_id framework;
    agent_id agent;
    role_id role;
    std::vector<resource> uses;
  };

  apportion::allocator allocator_;
  kind_id cpus_, mem_;
  std::unordered_map<agent_id, std::string> names_;
  std::unordered_map<framework_id, std::string> teams_;
  std::vector<task> running_;
};

template <class F>
std::string refused(std::int32_t code, F&& call) {
  try {
    call();
  } catch (const apportion::error& e) {
    require(e.code() == code, e.what());
    return e.what();
  }
  throw std::logic_error("taken, and not refused");
}

void share() {
  apportion::options options;
  options.interval_nanos = second;
  options.agent_order = APPORTION_ORDER_BY_ID;
  options.flags = APPORTION_STRICT_USE | APPORTION_NESTED_QUOTA;
  auto made = std::make_unique<cluster>(options);
  cluster& c = *made;
  for (int i = 0; i < 6; i++) c.add_machine("m" + std::to_string(i), 4);
  const role_id red = c.add_team("red"), blue = c.add_team("blue");
  require((c.run(0) == std::map<std::string, std::int64_t>{{"red", 12'000}, {"blue", 12'000}}), "halves");

  c.finish(second);
  c.allocator().set_weights({apportion::make_role_weight(red, 2)});
  require((c.run(second) == std::map<std::string, std::int64_t>{{"red", 16'000}, {"blue", 8'000}}), "two thirds");

  c.finish(2 * second);
  const apportion::quantity most[] = {apportion::make_quantity("cpus", 4 * apportion::unit)};
  c.allocator().set_quota(red, {}, most);
  const auto held = c.run(2 * second);
  require(held.at("red") == 4'000 && held.at("blue") == 20'000, "red is limited");
  const auto team = c.allocator().find_framework("red");
  require(team.has_value() && !c.allocator().find_framework("green"), "who is there");
  require(c.why(*team, red).find("limit") != std::string::npos, "why red gets no more: " + c.why(*team, red));

  require(refused(APPORTION_E_NAME, [&] { (void)c.allocator().declare_role("a//b"); }).find("a//b") != std::string::npos,
          "the error has the name");
  refused(APPORTION_E_NOT_SUBSCRIBED, [&] { c.allocator().suppress_offers(*team, {blue}); });
  const auto gone = c.allocator().find_agent("m0");
  c.allocator().remove_agent(gone.value());
  refused(APPORTION_E_STALE, [&] { c.allocator().remove_agent(gone.value()); });
  require(c.name(*gone) == "m0", "the host's own map has it still");

  // An allocator is a value that moves, and its state is one that is copied.
  std::vector<apportion::allocator> copies;
  copies.push_back(apportion::allocator::restore(c.allocator().snapshot()));
  copies.push_back(apportion::allocator::restore(copies.front().snapshot()));
  require(copies[1].digest() == c.allocator().digest(), "the copy is in the same state");
  std::swap(copies[0], copies[1]);
  require(copies[0].declare_kind({"cpus"}) == c.cpus(), "numbers stay");
}

}  // namespace

int main() {
  try {
    share();
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
  std::cout << "shared\n";
  return 0;
}
