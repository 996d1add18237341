// The parts of the simulation that answers are computed with.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "offer_bundle.hpp"
#include "framework.hpp"
#include "histogram.hpp"
#include "history.hpp"
#include "json.hpp"
#include "options.hpp"
#include "random.hpp"
#include "statistics.hpp"
#include "text.hpp"
#include "trace.hpp"
#include "usage_error.hpp"
#include "workload.hpp"

namespace cluster {
namespace {

int failures = 0;

void check(bool holds, const char* what, int line) {
  if (holds) return;
  ++failures;
  std::fprintf(stderr, "units.cpp:%d: %s\n", line, what);
}

#define CHECK(condition) check((condition), #condition, __LINE__)

bool near(double a, double b) { return std::fabs(a - b) < 1e-12; }

void test_shares() {
  workload w;
  w.total = {{100, 100, 0}};
  w.roles = {{"a", no_role, 1, 1, 0}, {"a/x", 0, 3, 1, 0}};
  history h;
  const std::vector<amounts> held = {{{60, 10, 0}}, {{30, 40, 0}}};
  const std::vector<amounts> asked = {{{90, 10, 0}}, {{30, 50, 0}}};
  // Of 4,000,000 cycles with 2 roles every other is kept, and the last.
  const std::size_t cycles = 4'000'000;
  for (h.samples.resize(cycles - 3); h.samples.size() <= cycles;
       h.samples.emplace_back()) {
    remember_shares(h, w, cycles, held, asked);
  }
  CHECK((h.share_cycles == std::vector<double>{cycles - 2, cycles}));
  CHECK(near(h.shares[0].held[1], 0.6f) && near(h.shares[1].held[0], 0.4f));
  CHECK(near(h.shares[0].demand[0], 0.9f));
  CHECK(near(h.shares[1].demand[1], 0.5f));
}

void test_percentiles() {
  const spread s = spread_of({5, 1, 3, 2, 4});
  CHECK(near(s.p25, 2) && near(s.p50, 3) && near(s.p75, 4));
  CHECK(near(s.p99, 4.96) && near(s.max, 5));
  CHECK(near(spread_of({7}).p99, 7));
  CHECK(near(spread_of({}).max, 0));
}

void test_scale() {
  const histogram machines = builtin_machines();
  random_source random(1, 1);
  amounts total;
  for (const amounts& m : scale(machines, 1523, random)) total += m;
  CHECK(total[cpu_index] == 125'514'000);
  CHECK(total[mem_index] == 612'028'416'000);
  CHECK(total[gpu_index] == 6'212'000);
  CHECK(scale(machines, 1, random).size() == 1);
  CHECK(scale(machines, 50'000, random).size() == 50'000);

  CHECK(total_count(builtin_tasks()) == 8152);
}

void test_random() {
  random_source a(7, 1), b(7, 1), c(7, 2);
  const std::uint64_t first = a.next();
  CHECK(first == b.next());
  CHECK(first != c.next());
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const std::int64_t lifetime = a.lifetime(15);
    CHECK(lifetime >= 1);
    CHECK(a.below(3) < 3);
    sum += static_cast<double>(lifetime);
  }
  CHECK(std::fabs(sum / 10'000 - 15.5) < 1);
}

void test_how_often() {
  CHECK(how_often({{2, 3, 0}}, {{10, 10, 0}}, 9) == 3);
  CHECK(how_often({{2, 3, 0}}, {{10, 10, 0}}, 2) == 2);
  CHECK(how_often({{2, 3, 1}}, {{10, 10, 0}}, 9) == 0);
}

void test_ports() {
  bundle from, to;
  from.ports = {{10, 11}, {20, 20}, {30, 39}};
  CHECK(from.port_count() == 13);
  from.move_ports(5, to);
  CHECK(to.ports.size() == 3);
  CHECK(to.ports[2].begin == 30 && to.ports[2].end == 31);
  CHECK(from.ports.size() == 1);
  CHECK(from.ports[0].begin == 32 && from.ports[0].end == 39);
  from.move_ports(8, to);
  CHECK(from.ports.empty() && from.empty());
}

void test_framework() {
  const framework_plan plan{
      "f", 0, false, {{{{4, 4, 0}}, 10}, {{{1, 1, 0}}, 20}}};
  framework f(plan, 3);
  CHECK(!f.lacks_any(2));
  CHECK(f.lacking(3)[0] == 1 * 4 + 2 * 1);   // a tenth
  CHECK(f.lacking(12)[0] == 10 * 4 + 20 * 1);
  std::vector<launch> out;
  f.place(12, {{11, 11, 0}}, 4, out);  // two of 4, then two more tasks at most
  CHECK(out.size() == 2 && out[0].count == 2 && out[1].count == 2);
  CHECK(f.lacking(12)[0] == 8 * 4 + 18 * 1);
  f.ended(0);
  CHECK(f.lacking(12)[0] == 9 * 4 + 18 * 1);
}

void test_plan() {
  options o;
  o.agents = 500;
  o.frameworks = 60;
  o.roles = 20;
  const workload w = plan(o, builtin_machines(), builtin_tasks());
  CHECK(w.top_roles == 2 && w.roles.size() == 22);
  CHECK(w.machines.size() == 500 && w.frameworks.size() == 60);
  for (const framework_plan& f : w.frameworks) {
    CHECK(w.roles[f.role].parent < w.top_roles);
    CHECK(!f.tasks.empty());
    for (const task_plan& t : f.tasks) {
      CHECK(t.wanted >= 1);
      CHECK((t.size[gpu_index] > 0) == f.gpus);
    }
  }

  // Without GPUs anywhere, nobody needs the capability.
  const workload plain =
      plan(o, {{4000, 4096, 0, 1}}, {{1000, 512, 0, 3}, {1000, 512, 1, 5}});
  for (const framework_plan& f : plain.frameworks) CHECK(!f.gpus);

  bool refused = false;
  try {
    plan(o, {{4000, 4096, 0, 1}}, {{8000, 512, 0, 3}});
  } catch (const usage_error&) {
    refused = true;
  }
  CHECK(refused);
}

void test_text() {
  CHECK(grouped(0) == "0" && grouped(999) == "999");
  CHECK(grouped(1000) == "1,000" && grouped(12345678) == "12,345,678");
  CHECK(counted(1, "field") == "1 field");
  CHECK(counted(2000, "field") == "2,000 fields");
  CHECK(percent(0.1234) == "12.3 %");
  CHECK(quoted("a\nb") == "\"a?b\"");
  CHECK(quoted(std::string(100, 'x')).size() == 64 + 5);
}

void test_json() {
  CHECK(json_text("a\"b\\c\n") == "\"a\\\"b\\\\c\\u000a\"");
  CHECK(json_text("\u00e9") == "\"\u00e9\"");
  CHECK(json_number(0.1f) == "0.1" && json_number(1e9) == "1e+09");
  CHECK(json_numbers({}) == "[]");
  CHECK(json_numbers({1, NAN, INFINITY, -2.5}) == "[1,null,null,-2.5]");
  CHECK(json_array({}) == "[]" && json_array({"1", "[]"}) == "[\n1,\n[]]");
  CHECK(json_object({{"a", "1"}, {"b", "{}"}}) == "{\"a\": 1, \"b\": {}}");
}

}  // namespace

int main() {
  test_shares();
  test_percentiles();
  test_scale();
  test_random();
  test_how_often();
  test_ports();
  test_framework();
  test_plan();
  test_text();
  test_json();
  return failures == 0 ? 0 : 1;
}

}  // namespace cluster

int main() { return cluster::main(); }
