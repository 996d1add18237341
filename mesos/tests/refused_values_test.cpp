// refused_values_test.cpp - needs the core but not Mesos.
#include "../refused_values.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "expect.hpp"

using namespace apportion_mesos;

namespace {

constexpr std::int64_t mostThousandths = std::numeric_limits<std::int64_t>::max();

bool startsWith(const std::optional<std::string>& text, const char* start) {
  return text && text->rfind(start, 0) == 0;
}

template <class Call>
std::int32_t codeThrownBy(Call&& call) {
  try {
    reasonOfRefusal(call);
  } catch (const apportion::error& e) {
    return e.code();
  }
  return APPORTION_OK;
}

apportion::agent_info agentWith(const std::vector<apportion::resource>& total) {
  apportion::agent_info info;
  info.id = "a";
  info.hostname = "host";
  info.total = total;
  return info;
}

void valuesAreRefused() {
  apportion::allocator core;
  const auto cpus = core.declare_kind({"cpus"});
  const auto role = core.declare_role("r");
  const std::vector<apportion::resource> most = {
      apportion::scalar(cpus, apportion::amount(mostThousandths)),
      apportion::scalar(cpus, apportion::amount(1))};
  const std::vector<apportion::resource> negative = {
      apportion::scalar(cpus, apportion::amount(-1))};
  EXPECT(startsWith(
      reasonOfRefusal([&] { core.add_agent(agentWith(most)); }), "LIMIT: "));
  EXPECT(startsWith(
      reasonOfRefusal([&] { core.add_agent(agentWith(negative)); }),
      "AMOUNT: "));
  EXPECT(startsWith(reasonOfRefusal([&] { core.declare_role("a//b"); }),
                    "NAME: "));
  for (double weight : {0.0, -1.0, double(NAN), double(INFINITY)}) {
    EXPECT(startsWith(reasonOfRefusal([&] {
                        core.set_weights(
                            {apportion::make_role_weight(role, weight)});
                      }),
                      "INVALID: "));
  }
  const std::string longName(APPORTION_MAX_STRING + 1, 'x');
  EXPECT(startsWith(reasonOfRefusal([&] { core.declare_item(longName); }),
                    "COUNT: "));
  EXPECT(!reasonOfRefusal([&] { core.declare_role("a/b"); }));
}

void disagreementsAreThrown() {
  apportion::allocator core;
  const auto cpus = core.declare_kind({"cpus"});
  const auto role = core.declare_role("r");
  const std::vector<apportion::resource> one = {
      apportion::scalar(cpus, apportion::unit)};
  const auto agent = core.add_agent(agentWith(one));
  EXPECT(codeThrownBy([&] { core.add_agent(agentWith(one)); }) ==
         APPORTION_E_EXISTS);
  EXPECT(codeThrownBy([&] { core.transition(agent, role, one); }) ==
         APPORTION_E_NOT_ALLOCATED);
  core.remove_agent(agent);
  EXPECT(codeThrownBy([&] { core.remove_agent(agent); }) == APPORTION_E_STALE);
  EXPECT(!refusesValue(APPORTION_E_PANIC));
  EXPECT(!refusesValue(APPORTION_E_BUSY));
}

void refusalsAreRemembered() {
  RefusedValues refused;
  EXPECT(!refused.contains(RefusedPart::agent, "a"));
  refused.add(RefusedPart::agent, "a", "first");
  refused.add(RefusedPart::agent, "a", "second");
  EXPECT(refused.contains(RefusedPart::agent, "a"));
  EXPECT(!refused.contains(RefusedPart::framework, "a"));
  EXPECT(refused.of(RefusedPart::agent).at("a") == "second");
  refused.remove(RefusedPart::agent, "a");
  refused.remove(RefusedPart::agent, "b");
  EXPECT(!refused.contains(RefusedPart::agent, "a"));
  EXPECT(std::string(pluralName(RefusedPart::operation)) == "operations");
}

}  // namespace

int main() {
  valuesAreRefused();
  disagreementsAreThrown();
  refusalsAreRemembered();
  return summary("refused_values_test");
}
