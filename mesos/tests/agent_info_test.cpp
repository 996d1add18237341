// agent_info_test.cpp - which fields of a SlaveInfo are kept, and which updates
// change it.
#include "../agent_info.hpp"

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

SlaveInfo agent(const std::string& resources) {
  SlaveInfo info;
  info.set_hostname("host");
  info.mutable_id()->set_value("agent");
  *info.mutable_resources() = Resources::parse(resources).get();
  info.mutable_domain()->mutable_fault_domain()->mutable_region()->set_name(
      "region");
  auto* attribute = info.add_attributes();
  attribute->set_name("rack");
  attribute->set_type(Value::TEXT);
  attribute->mutable_text()->set_value("1");
  return info;
}

void keepsTheFieldsOfOfferConstraints() {
  const AgentInfo info(agent("cpus:1;mem:2"));
  EXPECT(info.hostname() == "host");
  EXPECT(info.described().attributes(0).text().value() == "1");
  EXPECT(info.described().domain().fault_domain().region().name() == "region");
  EXPECT(info.described().resources_size() == 0);
}

void changesWithFieldsThatAreNotKept() {
  const AgentInfo info(agent("cpus:1;mem:2"));
  EXPECT(info == AgentInfo(agent("cpus:1;mem:2")));
  EXPECT(info != AgentInfo(agent("cpus:1;mem:3")));
  SlaveInfo moved = agent("cpus:1;mem:2");
  moved.set_port(1);
  EXPECT(info != AgentInfo(moved));
}

void theOrderOfResourcesIsNoChange() {
  SlaveInfo info = agent("cpus:1;mem:2");
  const AgentInfo before(info);
  info.mutable_resources()->SwapElements(0, 1);
  EXPECT(before == AgentInfo(info));
}

void anInfoMadeOfTextIsTheSame() {
  const SlaveInfo info = agent("cpus:1;mem:2");
  const AgentInfo kept(info);
  EXPECT(kept.isOf(AgentInfo::serialized(info)));
  EXPECT(!kept.isOf(AgentInfo::serialized(agent("cpus:1;mem:3"))));
  const AgentInfo updated(AgentInfo::serialized(info));
  EXPECT(updated == kept);
  EXPECT(updated.described().SerializePartialAsString() ==
         kept.described().SerializePartialAsString());
}

}  // namespace

int main() {
  keepsTheFieldsOfOfferConstraints();
  changesWithFieldsThatAreNotKept();
  theOrderOfResourcesIsNoChange();
  anInfoMadeOfTextIsTheSame();
  return summary("agent_info_test");
}
