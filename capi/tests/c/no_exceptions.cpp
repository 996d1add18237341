// A host without exceptions: calls return their errors. It is built with -fno-exceptions.
#include "apportion.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
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

// Whether it ends the process.
template <class F>
bool aborts(F&& f) {
  const pid_t child = fork();
  if (child == 0) {
    std::fclose(stderr);
    f();
    _exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

// What there is none of is not taken for a value, such as the handle 0.
void check_assertions(const outcome<role_id>& value, const outcome<role_id>& none) {
  CHECK(!aborts([&] { (void)*value; (void)none.error(); }));
  CHECK(aborts([&] { (void)*none; }));
  CHECK(aborts([&] { (void)none->value(); }));
  CHECK(aborts([&] { (void)value.error(); }));
  CHECK(aborts([&] { (void)outcome<void>().error(); }));
}

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

  check_assertions(web, bad);

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
