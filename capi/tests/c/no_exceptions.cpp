// A host without exceptions: calls return their errors. It is built with -fno-exceptions.
#include "apportion.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

using namespace apportion;

#ifdef __cpp_exceptions
#error "this is to be built with -fno-exceptions"
#endif

#define CHECK(x)                                                  \
  do {                                                            \
    if (!(x)) {                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x); \
      std::exit(1);                                               \
    }                                                             \
  } while (0)

int main() {
  options wrong;
  wrong.interval_nanos = -1;
  const outcome<try_allocator> none = try_allocator::create(wrong);
  CHECK(!none && none.error().code() == APPORTION_E_INVALID);
  CHECK(std::string(none.error().what()).find("interval") != std::string::npos);

  outcome<try_allocator> made = try_allocator::create();
  CHECK(made);
  try_allocator a = std::move(*made);
  const auto cpus = a.declare_kind({"cpus"});
  const auto web = a.declare_role("web");
  CHECK(cpus && web && *a.role_name(*web) == "web");
  const auto bad = a.declare_role("a//b");
  CHECK(!bad && bad.error().code() == APPORTION_E_NAME);
  CHECK(std::string(bad.error().name()) == "NAME");

  const resource total[] = {scalar(*cpus, 8 * unit)};
  agent_info machine;
  machine.id = "m1";
  machine.total = total;
  const auto m1 = a.add_agent(machine);
  CHECK(m1);
  CHECK(a.add_agent(machine).error().code() == APPORTION_E_EXISTS);
  CHECK(**a.find_agent("m1") == *m1 && !*a.find_agent("m2"));

  const role_id roles[] = {*web};
  framework_info framework;
  framework.id = "f1";
  framework.roles = roles;
  CHECK(a.add_framework(framework));

  cycle c;
  CHECK(*a.pending() && *a.allocate(1, c) && c.offers.size() == 1);
  CHECK(a.transition(*m1, *web, c.resources_of(c.offers[0])));
  CHECK(a.agent_free(*m1)->empty());
  CHECK(!a.explain(c.offers[0].framework, *web)->text.empty());
  metrics figures;
  CHECK(a.gather_metrics(figures) && a.gathered_metrics(figures) && figures.counts.agents == 1);
  CHECK(a.advance(APPORTION_NEVER).error().code() == APPORTION_E_INVALID);

  batch b;
  b.remove_agent(*m1);
  b.remove_agent(*m1);
  std::vector<result> results;
  const auto submitted = a.submit(b, results);
  CHECK(submitted && !*submitted && results[1].code == APPORTION_E_STALE);

  const outcome<std::string> bytes = a.snapshot();
  CHECK(bytes && *try_allocator::restore(*bytes)->digest() == *a.digest());
  CHECK(try_allocator::restore("damaged").error().code() == APPORTION_E_INVALID);
  CHECK(*version() != "" && !*view_file("nowhere"));
  return 0;
}
