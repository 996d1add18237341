// apportion.hpp: every member function, in a small cluster.
#include "apportion.hpp"
#include "apportion.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <type_traits>

#define CHECK(condition)                                              \
  do {                                                                \
    if (!(condition)) {                                               \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, \
                   #condition);                                       \
      std::exit(1);                                                   \
    }                                                                 \
  } while (0)

namespace {

using namespace apportion;

static_assert(!std::is_copy_constructible_v<allocator>);
static_assert(!std::is_copy_assignable_v<allocator>);
static_assert(std::is_nothrow_move_constructible_v<allocator>);
static_assert(std::is_nothrow_move_assignable_v<allocator>);
static_assert(!std::is_copy_constructible_v<kind_description>);

// The code of what f throws, or APPORTION_OK.
template <class F>
std::int32_t code_of(F&& f) {
  try {
    f();
  } catch (const error& e) {
    CHECK(e.what()[0] != '\0');
    return e.code();
  }
  return APPORTION_OK;
}

struct cluster {
  allocator a;
  role_id web = a.declare_role("web");
  role_id dev = a.declare_role("eng/dev");
  kind_id cpus = kind("cpus", APPORTION_SCALAR);
  kind_id ports = kind("ports", APPORTION_RANGES);
  framework_id marathon;
  agent_id a1;
  apportion::cycle cycle;

  static options make_options() {
    options o;
    o.interval_nanos = 1'000'000'000;
    o.agent_order = APPORTION_ORDER_BY_ID;
    o.lending_grace_nanos = 1000;
    return o;
  }

  cluster() : a(make_options()) {
    framework_info f;
    f.id = "marathon";
    f.roles = {&web, 1};
    marathon = a.add_framework(f);
    const std::array<resource, 2> total{scalar(cpus, 4 * unit),
                                        span(ports, 31000, 31999)};
    agent_info i;
    i.id = i.hostname = "a1";
    i.total = total;
    a1 = a.add_agent(i);
  }

  kind_id kind(std::string_view name, std::uint32_t type) {
    kind_info k;
    k.name = name;
    k.type = type;
    return a.declare_kind(k);
  }
};

void test_cycle() {
  cluster c;
  CHECK(c.a.pending());
  CHECK(c.a.allocate(5, c.cycle));
  CHECK(c.a.now() == 5 && !c.a.pending());
  CHECK(c.cycle.offers.size() == 1 && c.cycle.inverse_offers.empty());
  const offer& o = c.cycle.offers[0];
  CHECK(o.framework == c.marathon && o.agent == c.a1 && o.role == c.web);
  const view<resource> r = c.cycle.resources_of(o);
  CHECK(r.size() == 2 && r[0].amount == 4000 && r[1].end == 31999);
  c.a.transition(c.a1, c.web, {r[0]});
  c.a.recover_resources(6, c.marathon, c.a1, c.web, {r[0]},
                        APPORTION_NO_FILTER, true);
  c.a.recover_resources(6, c.marathon, c.a1, c.web, {r[1]}, 2'000'000'000,
                        false);
  CHECK(c.a.next_deadline() == 1'000'000'000);
  c.a.advance(1'000'000'000);
  CHECK(c.a.allocate(1'000'000'000, c.cycle));
  c.cycle.offers.clear();
  c.a.read_cycle(c.cycle);
  CHECK(c.cycle.offers.size() == 1);
  CHECK(!c.a.allocate(1'000'000'001, c.cycle));
  CHECK(c.cycle.offers.empty() && c.cycle.resources.empty());
}

void test_errors() {
  cluster c;
  CHECK(code_of([&] { c.a.declare_role("/"); }) == APPORTION_E_NAME);
  CHECK(c.a.last_error().find("starts with a slash") != std::string::npos);
  CHECK(code_of([&] { c.a.remove_agent(agent_id(12345)); }) == APPORTION_E_UNKNOWN_AGENT);
  CHECK(!c.a.find_agent("nobody") && !c.a.find_framework("nobody"));
  CHECK(c.a.find_agent("a1") == c.a1);
  CHECK(c.a.find_framework("marathon") == c.marathon);
  options o;
  o.interval_nanos = -1;
  CHECK(code_of([&] { allocator bad(o); }) == APPORTION_E_INVALID);
  allocator moved(std::move(c.a));
  CHECK(code_of([&] { c.a.pending(); }) == APPORTION_E_HANDLE);
  CHECK(moved.pending());
  const apportion_instance old = moved.instance();
  moved = allocator();
  CHECK(moved.instance().handle != old.handle && !moved.pending());
  std::int32_t pending = 0;
  CHECK(apportion_pending(old, &pending) == APPORTION_E_HANDLE);
  CHECK(std::string(code_name(APPORTION_E_STALE)) == "STALE");
  CHECK(std::string(code_name(-9999)) == "unknown code");
  for (const std::int32_t code : {APPORTION_OK, ALL_CODES}) {
    char text[32];
    std::size_t size = 0;
    CHECK(apportion_code_name(code, text, sizeof(text), &size) == APPORTION_OK);
    CHECK(std::string_view(text, size) == code_name(code));
  }
  CHECK(std::string(error(APPORTION_E_STALE, "").name()) == "STALE");
  CHECK(version() == RELEASE);
  std::uint32_t like[APPORTION_MAX_SIMILAR];
  CHECK(similar_names("wbe", {"db", "web"}, like) == 1 && like[0] == 1);
  CHECK(similar_names("wbe", {}, like) == 0);
}

void test_names() {
  cluster c;
  const std::uint64_t item = c.a.declare_item("rack-1");
  CHECK(c.a.item_name(item) == "rack-1");
  CHECK(c.a.agent_name(c.a1) == "a1");
  CHECK(c.a.framework_name(c.marathon) == "marathon");
  CHECK(c.a.role_name(c.dev) == "eng/dev");
  CHECK(c.a.resource_name(name_id(0)) == "cpus");
  // Longer than what is tried first.
  const std::string longest(250, 'r');
  CHECK(c.a.role_name(c.a.declare_role(longest)) == longest);

  const label labels[] = {make_label("k", "v"), make_label("empty", ""),
                          make_label("none")};
  const reservation stack[] = {
      make_reservation(APPORTION_STATIC, "eng", std::nullopt, view<label>()),
      make_reservation(APPORTION_DYNAMIC, "eng/dev", "ops",
                       view<label>(labels)),
  };
  kind_info k;
  k.name = "disk";
  k.reservations = stack;
  k.disk.emplace();
  k.disk->source = APPORTION_DISK_PATH;
  k.disk->root = "/mnt";
  const std::string volume(1000, 'p');
  k.disk->persistence = volume;
  k.disk->metadata = view<label>();
  k.shared = true;
  k.provider = std::string_view();  // present, and empty
  const kind_id kind = c.a.declare_kind(k);
  CHECK(c.a.declare_kind(k) == kind);
  kind_description d = c.a.describe_kind(kind);
  const kind_description e = std::move(d);
  CHECK(e->reservation_count == 2 && e->reservations[1].label_count == 3);
  CHECK(e->reservations[0].labels != nullptr);
  CHECK(e->reservations[0].principal.data == nullptr);
  CHECK(e->reservations[1].labels[1].value.data != nullptr);
  CHECK(e->reservations[1].labels[2].value.data == nullptr);
  CHECK((*e).disk_persistence.size == 1000 && e->disk_metadata != nullptr);
  CHECK(e->provider.data != nullptr && e->provider.size == 0);
  CHECK((*e).flags == (APPORTION_KIND_SHARED | APPORTION_KIND_DISK));
  k.provider.reset();
  CHECK(c.a.declare_kind(k) != kind);
}

// An agent is a modern one unless it is said to have no capabilities.
void test_capabilities() {
  for (const bool modern : {true, false}) {
    allocator a;
    const role_id roles[] = {a.declare_role("eng/web")};
    framework_info f;
    f.id = "marathon";
    f.roles = roles;
    a.add_framework(f);
    kind_info cpus;
    cpus.name = "cpus";
    const resource total[] = {scalar(a.declare_kind(cpus), 4 * unit)};
    agent_info i;
    i.id = "a1";
    i.total = total;
    if (!modern) i.capabilities = 0;
    a.add_agent(i);
    cycle out;
    CHECK(a.allocate(1, out) && out.offers.empty() == !modern);
  }
}

void test_agents() {
  cluster c;
  agent_update u;
  u.hostname = "other";
  c.a.update_agent(c.a1, u);
  const resource more[] = {scalar(c.cpus, 9 * unit)};
  u.total = view<resource>(more);
  u.capabilities = APPORTION_CAP_MULTI_ROLE;
  u.attributes_changed = u.info_changed = true;
  c.a.update_agent(c.a1, u);
  c.a.add_resource_provider(c.a1, more);
  const apportion_str host = {"other", 5};
  c.a.set_whitelist({});
  CHECK(c.a.allocate(1, c.cycle) && c.cycle.offers.empty());
  c.a.set_whitelist({host});
  c.a.deactivate_agent(c.a1);
  c.a.request_allocation();
  CHECK(c.a.allocate(1, c.cycle) && c.cycle.offers.empty());
  c.a.activate_agent(c.a1);
  c.a.clear_whitelist();
  c.a.request_allocation();
  CHECK(c.a.allocate(1, c.cycle) && c.cycle.offers.size() == 1);
  CHECK(c.cycle.resources[0].amount == 18000);
  c.a.remove_agent(c.a1);
  CHECK(code_of([&] { c.a.remove_agent(c.a1); }) == APPORTION_E_STALE);

  agent_info i;
  i.id = "a2";
  const resource one[] = {scalar(c.cpus, unit)};
  const usage used[] = {make_usage("spark", c.dev, one)};
  i.total = more;
  i.used = used;
  i.unavailability = {7, 0};
  const agent_id a2 = c.a.add_agent(i);
  const usage believed[] = {make_usage("a2", c.dev, one)};
  framework_info f;
  f.id = "spark";
  const role_id roles[] = {c.dev, c.web};
  const quantity least[] = {make_quantity("cpus", amount(5))};
  const quantity_list lists[] = {make_quantities(least)};
  const role_minimum minima[] = {make_role_minimum(c.dev, lists)};
  f.roles = roles;
  f.suppressed = {roles + 1, 1};
  f.minima = minima;
  const framework_id spark = c.a.add_framework(f, true, believed);
  f.suppressed = {};
  c.a.update_framework(spark, f);
  c.a.request_resources(spark);
  c.a.exclude_agents(spark, c.dev, {a2});
  c.a.exclude_agent(spark, c.dev, a2, false);
  c.a.suppress_offers(spark);
  c.a.revive_offers(spark, {c.dev});
  c.a.deactivate_framework(spark);
  c.a.activate_framework(spark);
  c.a.remove_framework(spark);
}

// An update says all of what it is about: what it leaves empty is empty then.
void test_updates() {
  cluster c;
  const auto offered = [&] {
    c.a.request_allocation();
    CHECK(c.a.allocate(1, c.cycle));
    for (const offer& o : c.cycle.offers)
      c.a.recover_resources(1, o.framework, o.agent, o.role,
                            c.cycle.resources_of(o), APPORTION_NO_FILTER,
                            false);
    return !c.cycle.offers.empty();
  };
  c.a.set_whitelist({apportion_str{"a1", 2}});
  CHECK(offered());
  c.a.update_agent(c.a1, {});  // no host of that name any more
  CHECK(!offered());
  c.a.clear_whitelist();
  CHECK(offered());

  framework_info f;
  f.id = "marathon";
  const quantity least[] = {make_quantity("cpus", 5 * unit)};
  const quantity_list lists[] = {make_quantities(least)};
  const role_minimum minima[] = {make_role_minimum(c.dev, lists)};
  f.roles = {&c.dev, 1};
  f.minima = minima;
  c.a.update_framework(c.marathon, f);
  CHECK(!offered());
  f.minima = {};
  f.suppressed = f.roles;
  c.a.update_framework(c.marathon, f);
  CHECK(!offered());
  f.suppressed = {};
  c.a.update_framework(c.marathon, f);
  CHECK(offered());
  agent_update u;
  u.capabilities = 0;
  c.a.update_agent(c.a1, u);
  CHECK(!offered());  // the role is a nested one
  f.roles = {};
  c.a.update_framework(c.marathon, f);
  metrics m;
  c.a.gather_metrics(m);
  CHECK(m.subscriptions.empty());
  f.id = "spark";
  CHECK(code_of([&] { c.a.update_framework(c.marathon, f); }) ==
        APPORTION_E_INVALID);
  CHECK(c.a.last_error() ==
        "framework \"marathon\": its id cannot change to \"spark\"");
}

// Odd questions to explain: each error names what is wrong, and nothing changes.
void test_odd_questions() {
  cluster c;
  agent_info i;
  i.id = "a2";
  const agent_id gone = c.a.add_agent(i);
  c.a.remove_agent(gone);
  framework_info f;
  f.id = "spark";
  const framework_id left = c.a.add_framework(f);
  c.a.remove_framework(left);
  const std::uint64_t digest = c.a.digest();
  const auto refuses = [&](std::int32_t code, const char* words,
                           framework_id framework, role_id role,
                           agent_id agent = agent_id()) {
    question q;
    q.framework = framework;
    q.role = role;
    q.agent = agent;
    explanation why;
    CHECK(code_of([&] { c.a.explain(q, why); }) == code);
    CHECK(c.a.last_error().find(words) != std::string::npos);
    CHECK(why.text.empty() && c.a.digest() == digest);
  };
  const role_id all = all_roles;
  refuses(APPORTION_E_UNKNOWN_FRAMEWORK,
          "framework handle 0x3039: never given out", framework_id(12345),
          c.web);
  refuses(APPORTION_E_STALE, "that framework was removed", left, c.web);
  refuses(APPORTION_E_NOT_SUBSCRIBED,
          "framework \"marathon\": is not subscribed to role \"eng/dev\"",
          c.marathon, c.dev);
  refuses(APPORTION_E_STALE, "that agent was removed", c.marathon, c.web, gone);
  refuses(APPORTION_E_UNKNOWN_AGENT, "agent handle 0x3039: never given out",
          c.marathon, c.web, agent_id(12345));
  refuses(APPORTION_E_INVALID, "is about neither a framework nor a role",
          framework_id(), all);
  refuses(APPORTION_E_INVALID, ", and no framework", framework_id(), c.web,
          c.a1);
  refuses(APPORTION_E_INVALID, ", and no role", c.marathon, all, c.a1);
}

std::int64_t amount_of(const std::vector<resource>& list, kind_id kind) {
  std::int64_t sum = 0;
  for (const resource& r : list)
    if (r.kind == kind) sum += r.amount;
  return sum;
}

void test_ledger() {
  cluster c;
  const reservation r[] = {make_reservation(APPORTION_DYNAMIC, "web")};
  kind_info k;
  k.name = "cpus";
  k.reservations = r;
  const kind_id reserved = c.a.declare_kind(k);
  const resource from[] = {scalar(c.cpus, unit)};
  const resource to[] = {scalar(reserved, unit)};
  const conversion reserve[] = {make_conversion(from, to)};
  CHECK(c.a.update_available(c.a1, reserve));
  CHECK(c.a.allocate(1, c.cycle));
  CHECK(!c.a.update_available(c.a1, reserve));
  const offer& o = c.cycle.offers[0];
  c.a.update_allocation(c.marathon, c.a1, c.web, c.cycle.resources_of(o),
                        {make_conversion(from, to)});
  CHECK(amount_of(c.a.agent_total(c.a1), c.cpus) == 2000);
  CHECK(amount_of(c.a.agent_held(c.a1), reserved) == 2000);
  CHECK(amount_of(c.a.agent_held(c.a1, c.marathon, c.web), reserved) == 2000);
  CHECK(c.a.agent_held(c.a1, c.marathon, c.dev).empty());
  CHECK(c.a.agent_free(c.a1).empty());
  c.a.transition(c.a1, c.web, {scalar(c.cpus, amount(500))});
  CHECK(amount_of(c.a.agent_allocated(c.a1), c.cpus) == 500);
  CHECK(c.a.agent_allocated(c.a1, c.dev).empty());

  c.a.update_unavailability(c.a1, unavailability{7, 8});
  CHECK(c.a.allocate(2, c.cycle) && c.cycle.inverse_offers.size() == 1);
  CHECK(c.cycle.inverse_offers[0].duration_nanos == 8);
  c.a.update_inverse_offer(3, c.a1, c.marathon, APPORTION_INVERSE_DECLINE,
                           APPORTION_NO_FILTER);
  const inverse_statuses s = c.a.inverse_statuses();
  CHECK(s.agents.size() == 1 && s.statuses.size() == 1);
  CHECK(s.framework_of(s.statuses[0]) == "marathon");
  CHECK(s.statuses[0].status == APPORTION_INVERSE_DECLINE);
  c.a.update_unavailability(c.a1, std::nullopt);
  CHECK(c.a.inverse_statuses().agents.empty());
}

// What may be named, and one agent; of_all is the answer without either.
void test_questions(cluster& c, const std::string& of_all) {
  explanation why;
  question q;
  CHECK(code_of([&] { c.a.explain(q); }) == APPORTION_E_INVALID);
  q.framework = c.marathon;  // of no role, as of all
  CHECK(c.a.explain(q).json == "[" + of_all + "]");
  q.restricted = true;
  c.a.explain(q, why);
  CHECK(why.json == "[{\"version\":1,\"framework\":\"marathon\",\"hidden\":1}]");
  q.visible_roles = {&c.web, 1};
  c.a.explain(q, why);
  CHECK(why.json.find("\"role\":\"web\"") != std::string::npos);
  q.visible_frameworks = {&c.marathon, 1};
  c.a.explain(q, why);
  CHECK(why.json == "[" + of_all + "]");
  q.role = c.web;
  q.agent = c.a1;
  c.a.explain(q, why);
  CHECK(why.json.find("\"agent\":\"a1\"") != std::string::npos);
}

// Where roles stand, and what somebody new would come to hold.
void test_standing() {
  cluster c;
  explanation why;
  standing_question q;
  c.a.explain_standing(q, why);
  CHECK(why.json.find("\"role\":\"web\"") != std::string::npos);
  CHECK(c.a.explain_standing(q).json == why.json);
  const quantity request[] = {make_quantity("cpus", unit)};
  q.who_is_new = standing_question::newcomer::framework;
  q.new_in = c.web;
  q.new_request = request;
  q.role = q.other_role = c.web;
  c.a.explain_standing(q, why);
  CHECK(why.text.find("Role web holds ") == 0);
  CHECK(why.json.find("\"asks\":{\"cpus\":1}") != std::string::npos);
  q.new_in = all_roles;
  CHECK(code_of([&] { c.a.explain_standing(q, why); }) == APPORTION_E_INVALID);
}

// The page's files, and what it is told.
void test_view() {
  cluster c;
  CHECK(view_file("")->find("view.js") != std::string::npos);
  CHECK(!view_file("view.go"));
  CHECK(view_headers("view.css").find("text/css") != std::string::npos);
  view_question q;
  q.question = "data";
  const std::uint64_t answer = c.a.gather_view(q);
  CHECK(c.a.gathered_view(answer).find("\"marathon\"") != std::string::npos);
  CHECK(code_of([&] { c.a.gathered_view(answer); }) == APPORTION_E_STATE);
  q.restricted = true;
  q.visible_roles = {&c.web, 1};
  const std::string some = c.a.gathered_view(c.a.gather_view(q));
  CHECK(some.find("\"web\"") != std::string::npos);
  CHECK(some.find("\"marathon\"") == std::string::npos);
  q.question = "explain?framework=marathon";
  CHECK(code_of([&] { c.a.gather_view(q); }) == APPORTION_E_UNKNOWN_FRAMEWORK);
}

void test_policy() {
  cluster c;
  c.a.set_weights({make_role_weight(c.web, 2.5)});
  c.a.set_quota(c.web, {make_quantity("cpus", unit)},
                {make_quantity("cpus", 2 * unit)});
  CHECK(c.a.allocate(1, c.cycle) && c.cycle.offers.size() == 1);
  std::vector<headroom> rows;
  c.a.read_headroom(rows);
  CHECK(rows.size() == c.cycle.counts.headroom && rows.size() == 1);
  CHECK(c.a.read_headroom().size() == 1);
  CHECK(rows[0].required_before == 1000 && rows[0].required_after == 0);
  explanation why;
  for (int i = 0; i < 2; i++) { // the second time into the same memory
    question q;
    q.framework = c.marathon;
    q.role = c.web;
    c.a.explain(q, why);
    CHECK(why.text.find("marathon in role web") != std::string::npos);
    CHECK(why.json == c.a.explain(c.marathon, c.web).json);
  }
  test_questions(c, why.json);
  metrics m;
  for (int i = 0; i < 2; i++) { // the second time into the same memory
    c.a.gather_metrics(m);
    CHECK(m.roles.size() == 1 && m.roles[0].weight == 2.5);
    CHECK(m.roles[0].flags == APPORTION_ROLE_QUOTA && m.roles[0].share > 0);
    CHECK(m.subscriptions.size() == 1 && m.quantities.size() >= 2);
  }
  const quantity_metrics* web = nullptr;
  for (const quantity_metrics& q : m.quantities)
    if (q.role == c.web) web = &q;
  CHECK(web != nullptr && web->limit == 2000 && web->guarantee == 1000);
  CHECK(web->flags == APPORTION_QUANTITY_LIMITED);
  CHECK(web->offered_or_allocated == 2000 && web->total == 0);

  c.a.pause();
  CHECK(c.a.paused());
  c.a.resume();
  CHECK(!c.a.paused());

  options o;
  o.role_policy = "hdrf";
  o.framework_policy = "decayed:half_life=1h";
  const allocator spelt(o);
  allocator set;
  set.set_policy("hdrf", all_roles, APPORTION_POLICY_OF_ROLES);
  set.set_policy("decayed:half_life=1h", all_roles,
                 APPORTION_POLICY_OF_FRAMEWORKS);
  CHECK(spelt.digest() == set.digest());

  const apportion_str settings[] = {{"policy=decayed:half_life=1h", 27},
                                    {"policy./batch=ranked", 20},
                                    {"role_policy=hdrf", 16}};
  options of_parts;
  of_parts.policies = settings;
  const allocator waiting(of_parts);
  CHECK(waiting.digest() != set.digest());
  set.set_policy("ranked", set.declare_role("batch"));
  CHECK(waiting.digest() == set.digest());

  allocator other;
  const role_id role = other.declare_role("web");
  const quantity q[] = {make_quantity("cpus", unit)};
  other.recover(1, 10, {make_role_quota(role, q, {})});
  CHECK(other.paused());
}

void test_lending() {
  cluster c;
  kind_info k;
  k.name = "cpus";
  k.revocable = true;
  const resource most = scalar(c.a.declare_kind(k), 4 * unit);
  c.a.remove_framework(c.marathon);
  c.a.set_quota(c.web, {make_quantity("cpus", 4 * unit)}, {});
  c.a.set_lending(c.web, APPORTION_LEND_GUARANTEE, {&most, 1}, {});
  framework_info f;
  f.id = "borrower";
  f.roles = {&c.dev, 1};
  f.capabilities = APPORTION_CAP_REVOCABLE_RESOURCES | APPORTION_CAP_MULTI_ROLE;
  const framework_id borrower = c.a.add_framework(f);
  c.a.set_borrowing(c.dev, {make_quantity("cpus", 4 * unit)}, {make_quantity("mem", amount(500))});
  CHECK(c.a.allocate(1, c.cycle)); // what is not lent comes first: ports
  c.a.request_allocation();
  CHECK(c.a.allocate(2, c.cycle) && c.cycle.recalls.empty());
  f.id = "lender";
  f.roles = {&c.web, 1};
  f.capabilities = APPORTION_CAP_MULTI_ROLE;
  c.a.add_framework(f);
  c.a.request_allocation();
  CHECK(c.a.allocate(3, c.cycle) && c.cycle.recalls.size() == 1);
  c.a.advance(2000);
  metrics m, later;
  for (int i = 0; i < 2; i++) { // the second time into the same memory
    c.a.gather_metrics(m);
    CHECK(m.loans.size() == 3 && m.counts.loans == 3);
    CHECK(m.loans[0].role == no_role && m.loans[0].overdue == 4000);
    CHECK(m.loans[1].role == c.dev && m.loans[1].lent == 0);
    CHECK(m.loans[1].borrowed == 4000 && m.loans[1].recalled == 4000);
    CHECK(m.loans[2].role == c.web && m.loans[2].lent == 4000);
    CHECK(m.overdue.size() == 1 && m.counts.overdue == 1);
    CHECK(m.overdue[0].framework == borrower && m.overdue[0].role == c.dev);
    CHECK(m.overdue[0].amount == 4000);
  }
  c.a.gathered_metrics(later);
  CHECK(later.loans.size() == 3 && later.overdue.size() == 1);
  CHECK(c.a.gathered_metrics().loans.size() == 3 && c.a.gather_metrics().loans.size() == 3);
}

// Each member of batch writes the operation that the function of its name
// carries out: as a batch they leave an allocator as it is left one by one.
void test_batch_members() {
  allocator one, other;
  batch b;
  std::vector<result> results;
  kind_info cpus_info;
  cpus_info.name = "cpus";
  b.declare_role("web");
  const apportion_kind_info c_kind = to_c(cpus_info);
  b.declare_kind(c_kind);
  b.declare_item("rack");
  CHECK(other.submit(b, results));
  const role_id web = one.declare_role("web");
  const kind_id cpus = one.declare_kind(cpus_info);
  CHECK(role_id(results[0].value) == web && kind_id(results[1].value) == cpus);
  CHECK(results[2].value == one.declare_item("rack"));
  const std::uint64_t rack[] = {results[2].value};
  const role_id short_lived[] = {one.declare_role("short/lived")};
  cpus_info.revocable = true;
  const kind_id revocable[] = {one.declare_kind(cpus_info)};
  b.clear();
  b.release_roles(short_lived);
  b.release_kinds(revocable);
  b.release_items(rack);
  CHECK(one.submit(b, results));
  CHECK(code_of([&] { one.release_roles(short_lived); }) ==
        APPORTION_E_UNKNOWN_ROLE);
  CHECK(code_of([&] { one.release_kinds(revocable); }) ==
        APPORTION_E_UNKNOWN_KIND);
  CHECK(code_of([&] { one.release_items(rack); }) ==
        APPORTION_E_UNKNOWN_ITEM);
  CHECK(code_of([&] { one.describe_kind(revocable[0]); }) ==
        APPORTION_E_UNKNOWN_KIND);

  const resource total[] = {scalar(cpus, 4 * unit)}, half[] = {scalar(cpus, 2 * unit)};
  const role_id roles[] = {web};
  const quantity amounts[] = {make_quantity("cpus", 3 * unit)};
  const role_weight weights[] = {{web, 0, 2.5}};
  const apportion_str hosts[] = {{"h", 1}};
  agent_info agent;
  agent.id = "a";
  agent.hostname = "h";
  agent.total = total;
  framework_info framework, renewed;
  framework.id = renewed.id = "f";
  framework.roles = renewed.roles = roles;
  renewed.suppressed = roles;
  agent_update update;
  update.hostname = "h";
  update.total = view<resource>(half);

  const agent_id a = one.add_agent(agent);
  const framework_id f = one.add_framework(framework);
  one.update_agent(a, update);
  one.update_framework(f, renewed);
  one.exclude_agents(f, web, {a});
  one.exclude_agent(f, web, a, false);
  one.set_quota(web, {}, amounts);
  one.set_weights(weights);
  one.set_policy("ranked");
  one.set_policy("max_min:resource=cpus", web, APPORTION_POLICY_OF_FRAMEWORKS);
  one.set_ranks({make_role_rank(web, 2)}, {make_framework_rank(f, -1)});
  one.set_resource_weights({make_resource_weight("gpus", 8)});
  one.set_whitelist(hosts);
  one.clear_whitelist();
  CHECK(one.update_available(a, {}));
  one.add_resource_provider(a, half);
  one.update_unavailability(a, unavailability{70, 8});
  one.update_inverse_offer(6, a, f, APPORTION_INVERSE_ACCEPT, 100);
  one.request_resources(f);
  one.advance(7);
  one.request_allocation();
  one.pause();

  b.clear();
  const apportion_agent_info c_agent = to_c(agent);
  const apportion_framework_info c_framework = to_c(framework);
  const apportion_framework_info c_renewed = to_c(renewed);
  const apportion_agent_update c_update = to_c(update);
  b.add_agent(c_agent);
  b.add_framework(c_framework);
  CHECK(other.submit(b, results));
  b.clear();
  const agent_id its_agent(results[0].value);
  const framework_id its_framework(results[1].value);
  const agent_id excluded[] = {its_agent};
  b.update_agent(its_agent, c_update);
  b.update_framework(its_framework, c_renewed);
  b.exclude_agents(its_framework, web, excluded);
  b.exclude_agent(its_framework, web, its_agent, false);
  b.set_quota(web, {}, amounts);
  b.set_weights(weights);
  const role_rank ranked_roles[] = {make_role_rank(web, 2)};
  const framework_rank ranked_frameworks[] = {
      make_framework_rank(its_framework, -1)};
  b.set_policy("ranked");
  b.set_policy("max_min:resource=cpus", web, APPORTION_POLICY_OF_FRAMEWORKS);
  b.set_ranks(ranked_roles, ranked_frameworks);
  const resource_weight gpus[] = {make_resource_weight("gpus", 8)};
  b.set_resource_weights(gpus);
  b.set_whitelist(hosts);
  b.clear_whitelist();
  b.update_available(its_agent, {});
  b.add_resource_provider(its_agent, half);
  b.update_unavailability(its_agent, unavailability{70, 8});
  b.update_inverse_offer(6, its_agent, its_framework, APPORTION_INVERSE_ACCEPT,
                         100);
  b.request_resources(its_framework);
  b.advance(7);
  b.request_allocation();
  b.pause();
  CHECK(other.submit(b, results));
  CHECK(one.digest() == other.digest());
  CHECK(one.state_json() == other.state_json());
  CHECK(other.paused());
  b.clear();
  b.resume();
  b.update_unavailability(its_agent, std::nullopt);
  CHECK(other.submit(b, results) && !other.paused());
  CHECK(other.inverse_statuses().agents.empty());

  allocator third;
  third.declare_role("web");
  b.clear();
  const role_quota quotas[] = {make_role_quota(web, amounts, {})};
  b.recover(1, 10, quotas);
  CHECK(third.submit(b, results) && third.paused());
}

void test_batch() {
  cluster c;
  CHECK(c.a.allocate(1, c.cycle));
  const offer& o = c.cycle.offers[0];
  apportion_agent_info i = APPORTION_AGENT_INFO_INIT;
  i.id = {"a2", 2};
  batch b;
  b.reserve(12);
  CHECK(b.empty());
  b.transition(c.a1, c.web, c.cycle.resources_of(o));
  b.recover_resources(2, c.marathon, c.a1, c.web, c.cycle.resources_of(o),
                      APPORTION_NO_FILTER, true);
  b.suppress_offers(c.marathon);
  b.revive_offers(c.marathon, {&c.web, 1});
  b.deactivate_framework(c.marathon);
  b.activate_framework(c.marathon);
  b.add_agent(i);
  b.deactivate_agent(c.a1);
  b.activate_agent(c.a1);
  b.remove_agent(c.a1);
  b.remove_framework(c.marathon);
  b.add(APPORTION_OP_ADVANCE).u.advance.now = 77;
  CHECK(b.size() == 12 && b.ops().size() == 12);
  std::vector<result> results;
  CHECK(c.a.submit(b, results));
  CHECK(results.size() == 12 && agent_id(results[6].value) == c.a.find_agent("a2"));
  CHECK(c.a.now() == 77);
  CHECK(!c.a.submit(b, results)); // the agent and framework are gone
  CHECK(results[0].code == APPORTION_E_STALE && results[11].code == 0);
  CHECK(results[6].code == APPORTION_E_EXISTS);
  b.clear();
  CHECK(c.a.submit(b, results) && results.empty());
}

void test_state() {
  cluster c, d;
  CHECK(c.a.digest() == d.a.digest());
  CHECK(c.a.state_json() == d.a.state_json());
  CHECK(c.a.allocate(1, c.cycle));
  CHECK(c.a.digest() != d.a.digest());
  CHECK(c.a.state_json() != d.a.state_json());
  CHECK(c.a.state_json().front() == '{' && c.a.state_json().back() == '}');
}

// The allocator goes on in another one, with handles of its own.
void test_snapshot() {
  cluster c;
  CHECK(c.a.allocate(1, c.cycle));
  const std::string bytes = c.a.snapshot();
  allocator again = allocator::restore(bytes);
  CHECK(again.digest() == c.a.digest() && again.snapshot() == bytes);
  CHECK(again.declare_role("web") == c.web);
  again.suppress_offers(again.find_framework("marathon").value());
  c.a.suppress_offers(c.marathon);
  CHECK(again.digest() == c.a.digest());
  CHECK(code_of([&] { again.suppress_offers(c.marathon); }) ==
        APPORTION_E_UNKNOWN_FRAMEWORK);
  options o;
  o.region = "here";
  CHECK(code_of([&] { allocator::restore(bytes, o); }) == APPORTION_E_INVALID);
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  for (const std::string& s : {damaged, std::string(), bytes + "x"})
    CHECK(code_of([&] { allocator::restore(s); }) == APPORTION_E_INVALID);
}

void test_recording() {
  const char* folder = std::getenv("APPORTION_TEST_FOLDER");
  CHECK(folder != nullptr);
  const std::string dir = std::string(folder) + "/cpp";
  options o;
  o.record_dir = dir;
  o.record_bytes = 1 << 20;
  o.record_seconds = 60;
  allocator a(o);
  a.declare_role("web");
  const recording r = a.recording_status();
  CHECK(r.flags == APPORTION_RECORDING_ON && r.calls == 1 && r.files == 1);
  CHECK(a.recording_gap().empty());
  CHECK(code_of([&] { a.start_recording(dir); }) == APPORTION_E_STATE);
  CHECK(code_of([&] { allocator b(o); }) == APPORTION_E_STATE);
  a.stop_recording();
  CHECK(a.recording_status().flags == 0);
  CHECK(code_of([&] { a.start_recording(dir, 1000); }) == APPORTION_E_INVALID);
  a.start_recording(dir, 1 << 20, 60);
  CHECK(a.recording_status().calls == 0);
}

}  // namespace

int main() {
  test_cycle();
  test_errors();
  test_names();
  test_capabilities();
  test_agents();
  test_updates();
  test_odd_questions();
  test_ledger();
  test_standing();
  test_view();
  test_policy();
  test_lending();
  test_batch();
  test_batch_members();
  test_state();
  test_snapshot();
  test_recording();
  return 0;
}
