// C++'s rows, handles and numbers are C's in memory: what is written as one is read as the
// other, also where the compiler sees both.
#include "apportion.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace apportion;

#define CHECK(yes) \
  if (!(yes)) std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #yes), std::exit(1)

#define APART __attribute__((__noinline__))

APART std::int64_t amount_after(apportion_resource* c, view<resource> rows) {
  const std::int64_t before = rows[0].amount;
  c[0].amount = before + 1;
  return rows[0].amount;
}

APART std::uint32_t kind_after(apportion_resource* c, view<resource> rows) {
  const std::uint32_t before = rows[0].kind.value();
  c[0].kind.number = before + 1;
  return rows[0].kind.value();
}

APART std::uint64_t agent_after(apportion_agent* c, const agent_id* agents) {
  const std::uint64_t before = agents[0].value();
  c[0].handle = before + 1;
  return agents[0].value();
}

int main() {
  std::vector<apportion_resource> c(1);
  c[0].amount = 5;
  c[0].kind.number = 7;
  CHECK(amount_after(c.data(), c) == 6 && kind_after(c.data(), c) == 8);
  std::vector<agent_id> agents{agent_id(3)};
  CHECK(agent_after(as_c(agents.data()), agents.data()) == 4);
}
