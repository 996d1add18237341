// framework_test.cpp - the roles that a framework is subscribed to.
#include "../framework.hpp"

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

using Roles = std::set<std::string>;

// Without the capability MULTI_ROLE, the deprecated field `role` counts.
void rolesDependOnMultiRole() {
  FrameworkInfo info;
  EXPECT(rolesOf(info) == Roles{"*"});
  info.add_roles("eng");
  info.add_roles("ops");
  EXPECT(rolesOf(info) == Roles{"*"});
  info.add_capabilities()->set_type(FrameworkInfo::Capability::MULTI_ROLE);
  EXPECT((rolesOf(info) == Roles{"eng", "ops"}));
}

}  // namespace

int main() {
  rolesDependOnMultiRole();
  return summary("framework_test");
}
