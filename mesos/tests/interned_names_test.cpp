// interned_names_test.cpp - needs the core but not Mesos.
#include "../interned_names.hpp"

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

void namesAreInternedOnce() {
  apportion::allocator core;
  RoleNames roleNames(core);
  const apportion::role_id eng = roleNames.id("eng");
  EXPECT(roleNames.id("eng/dev") != eng);
  EXPECT(roleNames.id("eng") == eng);
  EXPECT(core.declare_role("eng") == eng);
  EXPECT(roleNames.name(eng) == "eng");
  EXPECT(&roleNames.name(eng) == &roleNames.name(eng));
  EXPECT(roleNames.all().size() == 2);

  SetItemNames itemNames(core);
  const std::uint64_t item = itemNames.id("rack-1");
  EXPECT(itemNames.id("rack-2") != item);
  EXPECT(itemNames.name(item) == "rack-1");
}

void wrongNamesAreErrors() {
  apportion::allocator core;
  RoleNames roleNames(core);
  bool refused = false;
  try {
    roleNames.id("not/../a role");
  } catch (const apportion::error&) {
    refused = true;
  }
  EXPECT(refused);
  EXPECT(roleNames.all().empty());
}

}  // namespace

int main() {
  namesAreInternedOnce();
  wrongNamesAreErrors();
  return summary("interned_names_test");
}
