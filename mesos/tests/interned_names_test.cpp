// interned_names_test.cpp - needs the core but not Mesos.
#include "../interned_names.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

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
  EXPECT(roleNames.size() == 2);

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
  EXPECT(roleNames.size() == 0);
}

// Takes all steps that are owed, and those of another time around, in which all
// entries that were not used in between are looked at.
template <class Names>
std::size_t forgetUnused(Names& names) {
  std::size_t forgotten = 0;
  for (int i = 0; i < 2 * static_cast<int>(slowPassParts); ++i) {
    names.oweSlowPass();
    while (names.stepsOwed() > 0) forgotten += names.forgetUnused(1000);
  }
  return forgotten;
}

template <class Call>
bool isRefused(Call&& call) {
  try {
    call();
  } catch (const apportion::error&) {
    return true;
  }
  return false;
}

// An agent that has one item.
apportion::agent_id addAgentWith(apportion::allocator& core,
                                 std::uint64_t item) {
  apportion::kind_info zones;
  zones.name = "zones";
  zones.type = APPORTION_SET;
  const auto kind = core.declare_kind(zones);
  const apportion::resource total[] = {apportion::span(kind, item, item)};
  apportion::agent_info info;
  info.id = "agent";
  info.total = total;
  return core.add_agent(info);
}

void whatNobodyNeedsIsForgotten() {
  apportion::allocator core;
  SetItemNames names(core);
  const std::uint64_t a = names.id("a");
  const std::uint64_t b = names.id("b");
  const auto agent = addAgentWith(core, a);

  EXPECT(forgetUnused(names) == 1);
  EXPECT(names.size() == 1);
  EXPECT(names.name(a) == "a");
  EXPECT(isRefused([&] { names.name(b); }));
  EXPECT(names.id("a") == a);

  core.remove_agent(agent);
  EXPECT(names.id("a") == a);
  EXPECT(forgetUnused(names) == 1);
  EXPECT(names.size() == 0);
  const std::uint64_t again = names.id("a");
  EXPECT(again != a);
  EXPECT(names.name(again) == "a");
}

void rolesAreForgottenToo() {
  apportion::allocator core;
  RoleNames names(core);
  const apportion::role_id eng = names.id("eng");
  const apportion::role_id ops = names.id("ops");
  apportion::framework_info info;
  info.id = "f";
  const apportion::role_id roles[] = {eng};
  info.roles = roles;
  const auto framework = core.add_framework(info);
  EXPECT(forgetUnused(names) == 1);
  EXPECT(names.name(eng) == "eng");
  EXPECT(isRefused([&] { names.name(ops); }));

  core.remove_framework(framework);
  EXPECT(forgetUnused(names) == 1);
  EXPECT(names.size() == 0);
  EXPECT(names.id("eng") != eng);
}

// As many names come and go as one likes; what is used stays, and the table is as
// large as what there is.
void theTableStaysSmall() {
  apportion::allocator core;
  SetItemNames names(core);
  const std::uint64_t kept = names.id("kept");
  std::size_t most = 0;
  for (int i = 0; i < 20000; ++i) {
    names.id("item-" + std::to_string(i));
    EXPECT(names.id("kept") == kept);
    names.forgetUnused(256);
    most = std::max(most, names.size());
  }
  EXPECT(most < 100);
  EXPECT(names.name(kept) == "kept");
}

// What the core forgets after it was let go here has another number when it is back.
void aNumberThatIsGoneIsNotMistaken() {
  apportion::allocator core;
  SetItemNames names(core);
  const std::uint64_t a = names.id("a");
  const auto agent = addAgentWith(core, a);
  EXPECT(forgetUnused(names) == 0);
  EXPECT(names.name(a) == "a");

  core.remove_agent(agent);
  const std::uint64_t b = names.id("b");
  const std::uint64_t back = names.id("a");
  EXPECT(back != a && back != b);
  EXPECT(names.name(back) == "a");
  EXPECT(names.name(b) == "b");
  EXPECT(isRefused([&] { names.name(a); }));
  EXPECT(names.size() == 2);
}

}  // namespace

int main() {
  namesAreInternedOnce();
  wrongNamesAreErrors();
  whatNobodyNeedsIsForgotten();
  rolesAreForgottenToo();
  theTableStaysSmall();
  aNumberThatIsGoneIsNotMistaken();
  return summary("interned_names_test");
}
