// constraints_test.cpp - offer constraints, from Mesos's filter to the offers
// of the core.
#include "../constraints.hpp"

#include <utility>

#include <mesos/allocator/allocator.hpp>
#include <mesos/mesos.hpp>
#include <mesos/scheduler/scheduler.hpp>

#include "expect.hpp"

using namespace apportion_mesos;
using ::mesos::allocator::OfferConstraintsFilter;

namespace {

// Wants agents that have an attribute called "ssd", in role "eng".
OfferConstraintsFilter wantsSsd() {
  ::mesos::scheduler::OfferConstraints constraints;
  auto* constraint = (*constraints.mutable_role_constraints())["eng"]
                         .add_groups()
                         ->add_attribute_constraints();
  constraint->mutable_selector()->set_attribute_name("ssd");
  constraint->mutable_predicate()->mutable_exists();
  OfferConstraintsFilter::Options options;
  options.re2Limits.maxMem = Bytes(4096);
  options.re2Limits.maxProgramSize = 100;
  return OfferConstraintsFilter::create(options, std::move(constraints)).get();
}

struct World {
  apportion::allocator core;
  Roles roles{core};
  Constraints constraints;
  Agents agents;
  Framework framework;

  World() {
    const apportion::role_id role = roles.of("eng");
    apportion::framework_info info;
    info.id = "f";
    info.capabilities = APPORTION_CAP_MULTI_ROLE;
    info.roles = {&role, 1};
    framework.roles = {"eng"};
    framework.handle = core.add_framework(info);
  }

  Agent& addAgent(const std::string& id, bool ssd) {
    apportion::kind_info cpus;
    cpus.name = "cpus";
    const apportion::resource total[] = {
        apportion::scalar(core.declare_kind(cpus), 1000)};
    apportion::agent_info info;
    info.id = id;
    info.capabilities = APPORTION_CAP_MULTI_ROLE;
    info.total = total;
    auto agent = std::make_unique<Agent>();
    agent->id.set_value(id);
    setSsd(*agent, ssd);
    agent->handle = core.add_agent(info);
    Agent& added = agents.add(std::move(agent));
    settle(added);
    return added;
  }

  void settle(const Agent& agent) {
    constraints.changed(agent);
    constraints.settle(core, roles);
  }

  static void setSsd(Agent& agent, bool ssd) {
    ::mesos::SlaveInfo info;
    if (ssd) {
      auto* attribute = info.add_attributes();
      attribute->set_name("ssd");
      attribute->set_type(::mesos::Value::TEXT);
      attribute->mutable_text()->set_value("yes");
    }
    agent.info = AgentInfo(info);
  }

  void setFilter(OfferConstraintsFilter&& filter) {
    framework.filter = std::move(filter);
    constraints.evaluate(core, roles, framework, agents);
  }

  bool excludes(const Agent& agent) const {
    const auto found = framework.excluded.find("eng");
    return found != framework.excluded.end() &&
           found->second.count(agent.handle) > 0;
  }

  // The number of agents that the framework is offered.
  std::size_t offers() {
    apportion::cycle cycle;
    core.request_allocation();
    core.allocate(0, cycle);
    return cycle.offers.size();
  }
};

void frameworkFirst() {
  World w;
  w.setFilter(wantsSsd());
  const Agent& plain = w.addAgent("plain", false);
  const Agent& fast = w.addAgent("fast", true);
  EXPECT(w.excludes(plain));
  EXPECT(!w.excludes(fast));
  EXPECT(w.offers() == 1);
}

void agentsFirst() {
  World w;
  w.addAgent("plain", false);
  w.addAgent("fast", true);
  w.setFilter(wantsSsd());
  EXPECT(w.offers() == 1);
  w.setFilter(OfferConstraintsFilter());
  EXPECT(w.framework.excluded.empty());
  EXPECT(w.offers() == 1);  // The other one: the first is still held.
}

void agentChanges() {
  World w;
  w.setFilter(wantsSsd());
  Agent& agent = w.addAgent("agent", false);
  EXPECT(w.offers() == 0);
  World::setSsd(agent, true);
  w.settle(agent);
  EXPECT(!w.excludes(agent));
  EXPECT(w.offers() == 1);
}

void forgets() {
  World w;
  w.setFilter(wantsSsd());
  const Agent& agent = w.addAgent("agent", false);
  w.constraints.forget(agent);
  EXPECT(w.framework.excluded.empty());
  w.constraints.forget(w.framework);
  const Agent& later = w.addAgent("later", false);
  EXPECT(!w.excludes(later));
}

}  // namespace

int main() {
  frameworkFirst();
  agentsFirst();
  agentChanges();
  forgets();
  return summary("constraints_test");
}
