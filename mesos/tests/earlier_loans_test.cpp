// earlier_loans_test.cpp - agents whose tasks use what another master has lent to them, or
// that report revocable resources of their own. It needs libmesos, but no master.
#include <string>

#include "expect.hpp"
#include "test_cluster.hpp"

using namespace apportion_mesos;

namespace {

Settings lending() {
  Settings settings;
  settings.lending["prod"].most = {{"cpus", 100000}};
  return settings;
}

Resources revocable(const std::string& text) {
  Resources result;
  for (Resource resource : parse(text)) {
    resource.mutable_revocable();
    result += resource;
  }
  return result;
}

Resources allocated(Resources resources) {
  resources.allocate("batch");
  return resources;
}

FrameworkInfo borrower() {
  FrameworkInfo info = frameworkInfo("b", "batch");
  info.add_capabilities()->set_type(
      FrameworkInfo::Capability::REVOCABLE_RESOURCES);
  return info;
}

double cpus(TestCluster& c, const char* framework, bool isRevocable) {
  const Resources offered = c.offered(framework, "a");
  return (isRevocable ? offered.revocable() : offered.nonRevocable())
      .cpus()
      .getOrElse(0);
}

void whatWasLentIsOfferedToNobody() {
  TestCluster c({}, lending());
  const auto b = idOf<FrameworkID>("b");
  const auto a = idOf<SlaveID>("a");
  c.addFramework(borrower());
  c->suppressOffers(b, {});
  c.addAgent("a", parse("cpus:8;mem:64"),
             {{b, allocated(revocable("cpus:3"))}});
  c.addFramework(frameworkInfo("p", "prod"));
  EXPECT(cpus(c, "p", false) == 5);

  // Parts of it come back, before and after an update.
  c->recoverResources(b, a, allocated(revocable("cpus:1")), None(), true);
  EXPECT(cpus(c, "p", false) == 6);
  c->updateSlave(a, agentInfo("a"), parse("cpus:10;mem:64"), None());
  EXPECT(cpus(c, "p", false) == 8);
  c->recoverResources(b, a, allocated(revocable("cpus:2")), None(), true);
  EXPECT(cpus(c, "p", false) == 10);
  EXPECT(cpus(c, "p", true) == 0);
}

void anAgentWithLessThanWasLent() {
  TestCluster c({}, lending());
  const auto b = idOf<FrameworkID>("b");
  c.addFramework(borrower());
  c->suppressOffers(b, {});
  c.addAgent("a", parse("cpus:2;mem:64"),
             {{b, allocated(revocable("cpus:3;disk:1"))}});
  c.addFramework(frameworkInfo("p", "prod"));
  EXPECT(cpus(c, "p", false) == 0);
  c->recoverResources(b, idOf<SlaveID>("a"),
                      allocated(revocable("cpus:3;disk:1")), None(), true);
  EXPECT(cpus(c, "p", false) == 2);
}

void whatAgentsReportIsLeftOut() {
  TestCluster c({}, lending());
  c.addFramework(borrower());
  c.addAgent("a", parse("cpus:8") + revocable("cpus:1"));
  EXPECT(cpus(c, "b", false) == 8 && cpus(c, "b", true) == 0);
  c->updateSlave(idOf<SlaveID>("a"), agentInfo("a"),
                 parse("cpus:8") + revocable("cpus:5"), None());
  EXPECT(cpus(c, "b", true) == 0);
}

void withoutLendingItIsOffered() {
  TestCluster c;
  const auto b = idOf<FrameworkID>("b");
  c.addFramework(borrower());
  c.addAgent("a", parse("cpus:8") + revocable("cpus:4"),
             {{b, allocated(revocable("cpus:3"))}});
  EXPECT(cpus(c, "b", false) == 8 && cpus(c, "b", true) == 1);
}

}  // namespace

int main() {
  whatWasLentIsOfferedToNobody();
  anAgentWithLessThanWasLent();
  whatAgentsReportIsLeftOut();
  withoutLendingItIsOffered();
  return summary("earlier_loans_test");
}
