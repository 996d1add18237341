// offer_constraints_test.cpp - offer constraints, from Mesos's filter to the
// offers of the core.
#include "../offer_constraints.hpp"

#include <utility>

#include <mesos/scheduler/scheduler.hpp>

#include "expect.hpp"

using namespace apportion_mesos;

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

struct Fixture {
  apportion::allocator core;
  RoleNames roleNames{core};
  OfferConstraintsEvaluator evaluator;
  Agents agents;
  Framework framework;

  Fixture() {
    const apportion::role_id role = roleNames.id("eng");
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
        apportion::scalar(core.declare_kind(cpus), apportion::unit)};
    apportion::agent_info info;
    info.id = id;
    info.capabilities = APPORTION_CAP_MULTI_ROLE;
    info.total = total;
    auto agent = std::make_unique<Agent>();
    agent->id.set_value(id);
    setSsd(*agent, ssd);
    agent->handle = core.add_agent(info);
    Agent& added = agents.add(std::move(agent));
    evaluate(added);
    return added;
  }

  void evaluate(const Agent& agent) {
    evaluator.markDirty(agent);
    evaluator.evaluateDirtyAgents(core, roleNames);
  }

  static void setSsd(Agent& agent, bool ssd) {
    SlaveInfo info;
    if (ssd) {
      auto* attribute = info.add_attributes();
      attribute->set_name("ssd");
      attribute->set_type(Value::TEXT);
      attribute->mutable_text()->set_value("yes");
    }
    agent.info = AgentInfo(info);
  }

  void setOfferConstraints(OfferConstraintsFilter&& filter) {
    framework.offerConstraints = std::move(filter);
    evaluator.evaluateFramework(core, roleNames, framework, agents);
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

void frameworkComesFirst() {
  Fixture f;
  f.setOfferConstraints(wantsSsd());
  const Agent& plain = f.addAgent("plain", false);
  const Agent& fast = f.addAgent("fast", true);
  EXPECT(f.excludes(plain));
  EXPECT(!f.excludes(fast));
  EXPECT(f.offers() == 1);
}

void agentsComeFirst() {
  Fixture f;
  f.addAgent("plain", false);
  f.addAgent("fast", true);
  f.setOfferConstraints(wantsSsd());
  EXPECT(f.offers() == 1);
  f.setOfferConstraints(OfferConstraintsFilter());
  EXPECT(f.framework.excluded.empty());
  EXPECT(f.offers() == 1);  // The other one: the first is still offered.
}

void agentChanges() {
  Fixture f;
  f.setOfferConstraints(wantsSsd());
  Agent& agent = f.addAgent("agent", false);
  EXPECT(f.offers() == 0);
  Fixture::setSsd(agent, true);
  f.evaluate(agent);
  EXPECT(!f.excludes(agent));
  EXPECT(f.offers() == 1);
}

void removalsAreForgotten() {
  Fixture f;
  f.setOfferConstraints(wantsSsd());
  const Agent& agent = f.addAgent("agent", false);
  f.evaluator.removeAgent(agent);
  EXPECT(f.framework.excluded.empty());
  f.evaluator.removeFramework(f.framework);
  const Agent& later = f.addAgent("later", false);
  EXPECT(!f.excludes(later));
}

}  // namespace

int main() {
  frameworkComesFirst();
  agentsComeFirst();
  agentChanges();
  removalsAreForgotten();
  return summary("offer_constraints_test");
}
