// Handles in C++: what is one thing's does not compile in another's place. With
// MISTAKES defined, each line that ends with "// mistake" must be an error, and no
// other; without, all of this compiles.
#include "apportion.hpp"

#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace apportion;

#define SAME(type, c_type, field)                                  \
  static_assert(offsetof(type, field) == offsetof(c_type, field) && \
                sizeof(type::field) == sizeof(c_type::field))

SAME(resource, apportion_resource, kind);
SAME(resource, apportion_resource, reserved);
SAME(resource, apportion_resource, amount);
SAME(resource, apportion_resource, begin);
SAME(resource, apportion_resource, end);
SAME(usage, apportion_usage, id);
SAME(usage, apportion_usage, resources);
SAME(usage, apportion_usage, resource_count);
SAME(usage, apportion_usage, role);
SAME(usage, apportion_usage, reserved);
SAME(role_minimum, apportion_role_minimum, lists);
SAME(role_minimum, apportion_role_minimum, list_count);
SAME(role_minimum, apportion_role_minimum, role);
SAME(role_minimum, apportion_role_minimum, reserved);
SAME(role_quota, apportion_role_quota, guarantees);
SAME(role_quota, apportion_role_quota, limits);
SAME(role_quota, apportion_role_quota, role);
SAME(role_quota, apportion_role_quota, reserved);
SAME(role_weight, apportion_role_weight, role);
SAME(role_weight, apportion_role_weight, reserved);
SAME(role_weight, apportion_role_weight, weight);
SAME(role_rank, apportion_role_rank, role);
SAME(role_rank, apportion_role_rank, reserved);
SAME(role_rank, apportion_role_rank, rank);
SAME(framework_rank, apportion_framework_rank, framework);
SAME(framework_rank, apportion_framework_rank, rank);
SAME(conversion, apportion_conversion, consumed);
SAME(conversion, apportion_conversion, consumed_count);
SAME(conversion, apportion_conversion, converted);
SAME(conversion, apportion_conversion, converted_count);
SAME(conversion, apportion_conversion, flags);
SAME(conversion, apportion_conversion, reserved);
SAME(offer, apportion_offer, framework);
SAME(offer, apportion_offer, agent);
SAME(offer, apportion_offer, role);
SAME(offer, apportion_offer, first);
SAME(offer, apportion_offer, count);
SAME(offer, apportion_offer, reserved);
SAME(inverse_offer, apportion_inverse_offer, framework);
SAME(inverse_offer, apportion_inverse_offer, agent);
SAME(inverse_offer, apportion_inverse_offer, start_nanos);
SAME(inverse_offer, apportion_inverse_offer, duration_nanos);
SAME(recall, apportion_recall, framework);
SAME(recall, apportion_recall, agent);
SAME(recall, apportion_recall, role);
SAME(recall, apportion_recall, asks);
SAME(recall, apportion_recall, stage);
SAME(recall, apportion_recall, kind);
SAME(recall, apportion_recall, amount);
SAME(recall, apportion_recall, due_nanos);
SAME(loan, apportion_loan, framework);
SAME(loan, apportion_loan, agent);
SAME(loan, apportion_loan, role);
SAME(loan, apportion_loan, reserved);
SAME(loan, apportion_loan, asks);
SAME(loan, apportion_loan, flags);
SAME(loan, apportion_loan, kind);
SAME(loan, apportion_loan, original);
SAME(loan, apportion_loan, amount);
SAME(loan, apportion_loan, since_nanos);
SAME(loan, apportion_loan, due_nanos);
SAME(loan, apportion_loan, cost);
SAME(inverse_status, apportion_inverse_status, agent);
SAME(inverse_status, apportion_inverse_status, id_first);
SAME(inverse_status, apportion_inverse_status, id_size);
SAME(inverse_status, apportion_inverse_status, status);
SAME(inverse_status, apportion_inverse_status, reserved);
SAME(headroom, apportion_headroom, resource);
SAME(headroom, apportion_headroom, reserved);
SAME(headroom, apportion_headroom, required_before);
SAME(headroom, apportion_headroom, required_after);
SAME(headroom, apportion_headroom, available_before);
SAME(headroom, apportion_headroom, available_after);
SAME(headroom, apportion_headroom, held_back);
SAME(role_metrics, apportion_role_metrics, share);
SAME(role_metrics, apportion_role_metrics, weight);
SAME(role_metrics, apportion_role_metrics, frameworks);
SAME(role_metrics, apportion_role_metrics, active_filters);
SAME(role_metrics, apportion_role_metrics, role);
SAME(role_metrics, apportion_role_metrics, flags);
SAME(role_key, apportion_role_key, key);
SAME(role_key, apportion_role_key, role);
SAME(role_key, apportion_role_key, policy);
SAME(quantity_metrics, apportion_quantity_metrics, role);
SAME(quantity_metrics, apportion_quantity_metrics, resource);
SAME(quantity_metrics, apportion_quantity_metrics, flags);
SAME(quantity_metrics, apportion_quantity_metrics, reserved);
SAME(quantity_metrics, apportion_quantity_metrics, total);
SAME(quantity_metrics, apportion_quantity_metrics, offered_or_allocated);
SAME(quantity_metrics, apportion_quantity_metrics, guarantee);
SAME(quantity_metrics, apportion_quantity_metrics, limit);
SAME(quantity_metrics, apportion_quantity_metrics, consumed_quota);
SAME(quantity_metrics, apportion_quantity_metrics, reserved_quantity);
SAME(loan_metrics, apportion_loan_metrics, role);
SAME(loan_metrics, apportion_loan_metrics, resource);
SAME(loan_metrics, apportion_loan_metrics, lent);
SAME(loan_metrics, apportion_loan_metrics, borrowed);
SAME(loan_metrics, apportion_loan_metrics, recalled);
SAME(loan_metrics, apportion_loan_metrics, overdue);
SAME(overdue_borrower, apportion_overdue_borrower, framework);
SAME(overdue_borrower, apportion_overdue_borrower, role);
SAME(overdue_borrower, apportion_overdue_borrower, resource);
SAME(overdue_borrower, apportion_overdue_borrower, amount);
SAME(subscription, apportion_subscription, framework);
SAME(subscription, apportion_subscription, role);
SAME(subscription, apportion_subscription, flags);

static_assert(!agent_id() && agent_id() == 0 && agent_id(7u) != agent_id());
static_assert(agent_id(7) && agent_id(7).value() == 7 && agent_id(7) < agent_id(8));
static_assert(!std::is_convertible_v<agent_id, framework_id> &&
              !std::is_constructible_v<agent_id, framework_id> &&
              !std::is_convertible_v<agent_id, std::uint64_t> &&
              !std::is_convertible_v<std::uint64_t, agent_id>);

static_assert(role_id() == all_roles && role_id(7).value() == 7 && role_id(7) < role_id(8));
static_assert(kind_id() != kind_id(0) && name_id() != name_id(0));
static_assert(all_roles.value() == APPORTION_ALL_ROLES && no_role.value() == APPORTION_NO_ROLE);
static_assert(!std::is_convertible_v<role_id, kind_id> &&
              !std::is_convertible_v<kind_id, role_id> &&
              !std::is_constructible_v<kind_id, role_id> &&
              !std::is_convertible_v<role_id, agent_id> &&
              !std::is_convertible_v<agent_id, role_id> &&
              !std::is_convertible_v<std::uint32_t, role_id> &&
              !std::is_convertible_v<int, kind_id> &&
              !std::is_convertible_v<std::uint32_t, name_id> &&
              !std::is_convertible_v<kind_id, std::uint32_t> &&
              std::is_convertible_v<role_id, apportion_role> &&
              std::is_convertible_v<apportion_kind, kind_id>);

// Programs say where a number becomes a role, a kind or a name, and mix these with C's rows.
void numbers(allocator& a, batch& b, agent_id m, const metrics& figures) {
  const role_id role = a.declare_role("web");
  const kind_id cpus = a.declare_kind({});
  const role_id roles[] = {role, no_role};
  std::vector<std::string> names(role.value() + 1);
  std::unordered_set<role_id> set{role, figures.roles[role.value()].role};
  std::set<std::pair<kind_id, std::uint32_t>> kinds{{cpus, 1}};
  std::vector<resource> rows = a.agent_free(m);
  subscription row{};
  row.role = names.empty() ? role : no_role;
  (void)(rows[0].kind == cpus && cpus != rows[1].kind && role == all_roles);
  (void)(std::uint64_t{role.value()} << 32 | cpus.value());
  kinds.emplace(rows[0].kind, 2);
  set.insert(row.role);
  a.transition(m, role, {scalar(cpus, amount(1)), scalar(rows[0].kind, amount(1)), {cpus, 0, 1, 0, 0}});
  a.set_policy("drf", all_roles);
  a.release_roles(roles);
  apportion_question c = APPORTION_QUESTION_INIT;
  c.role = row.role;
  set.insert(c.role);
  const apportion_resource one = rows[0];
  const std::vector<apportion_resource> many{one, scalar(cpus, amount(1))};
  a.transition(m, role, many);
  const std::uint32_t number = rows[0].kind.value();
  const conversion change{rows.data(), 1, nullptr, 0, 0, 0};
  (void)make_conversion(many, rows);
  (void)a.resource_name(figures.quantities[number].resource);
  (void)(figures.quantities[0].resource == name_id(0) && change.consumed->kind == cpus);
#ifdef MISTAKES
  a.transition(m, role, {scalar(role, amount(1))});  // mistake
  a.transition(m, cpus, {scalar(cpus, amount(1))});  // mistake
  b.transition(m, cpus, rows);  // mistake
  (void)span(role, 1, 2);  // mistake
  (void)make_usage("f", cpus, rows);  // mistake
  a.transition(m, role, {{role, 0, 1, 0, 0}});  // mistake
  rows[0].kind = role;  // mistake
  (void)usage{{}, nullptr, 0, cpus, 0};  // mistake
  (void)role_weight{cpus, 0, 2};  // mistake
  (void)role_rank{cpus, 0, 2};  // mistake
  (void)a.role_name(rows[0].kind);  // mistake
  (void)a.describe_kind(figures.roles[0].role);  // mistake
  (void)a.describe_kind(figures.quantities[0].resource);  // mistake
  (void)a.resource_name(figures.keys[0].role);  // mistake
  (void)(figures.keys[0].role == rows[0].kind);  // mistake
  (void)make_role_weight(cpus, 2);  // mistake
  a.set_quota(cpus, {}, {});  // mistake
  a.release_kinds({role});  // mistake
  (void)a.describe_kind(role);  // mistake
  (void)a.role_name(cpus);  // mistake
  (void)a.agent_held(m, {}, cpus);  // mistake
  (void)(role == cpus);  // mistake
  set.insert(cpus);  // mistake
  a.set_policy("drf", 7);  // mistake
  a.set_quota(number, {}, {});  // mistake
  a.transition(m, number, rows);  // mistake
  b.transition(m, 0, rows);  // mistake
  a.transition(m, role, {scalar(number, amount(1))});  // mistake
  a.transition(m, role, {{0, 0, 1, 0, 0}});  // mistake
  rows[0].kind = number;  // mistake
  row.role = 7u;  // mistake
  (void)make_role_weight(number, 2);  // mistake
  (void)a.resource_name(0);  // mistake
  a.advance(role);  // mistake
  (void)names[role];  // mistake
  (void)(role == 7);  // mistake
  (void)(role < number);  // mistake
  a.set_lending(role, cpus, {}, {});  // mistake
  (void)span(cpus, role, 2);  // mistake
#endif
  b.transition(m, role, rows);
}

// What a batch is passed is there when it is submitted.
void batches(batch& b, agent_id m, framework_id f, role_id role, kind_id cpus, const agent_info& info) {
  const resource array[] = {scalar(cpus, 8 * unit)};
  const std::vector<resource> rows{array[0]};
  const std::vector<apportion_resource> c_rows{array[0]};
  const view<resource> some = rows;
  const std::vector<agent_id> agents{m};
  const std::string name = "web";
  std::string_view part = name;
  const apportion_agent_info record = to_c(info);
  apportion_framework_info framework = APPORTION_FRAMEWORK_INFO_INIT;
  const apportion_agent_update update = to_c(agent_update());
  const apportion_kind_info kind = to_c(kind_info());
  b.transition(m, role, array), b.transition(m, role, rows), b.transition(m, role, c_rows);
  b.transition(m, role, some), b.transition(m, role, view<resource>(rows)), b.transition(m, role, {});
  b.transition(m, role, {rows.data(), 1}), b.exclude_agents(f, role, {&agents[0], 1});
  b.declare_role("web"), b.declare_role(name), b.declare_role(part), b.declare_item(part.substr(1));
  b.set_policy("drf"), b.set_policy(name, role);
  b.add_agent(record), b.add_framework(framework), b.update_framework(f, framework);
  b.update_agent(m, update), b.declare_kind(kind);
#ifdef MISTAKES
  b.transition(m, role, {scalar(cpus, 8 * unit)});  // mistake
  b.transition(m, role, {array[0], array[0]});  // mistake
  b.transition(m, role, std::vector<resource>{array[0]});  // mistake
  b.transition(m, role, std::vector<apportion_resource>(c_rows));  // mistake
  b.exclude_agents(f, role, {m});  // mistake
  b.suppress_offers(f, {role});  // mistake
  b.release_items({1});  // mistake
  b.set_weights({make_role_weight(role, 2)});  // mistake
  b.declare_role(name + "/a");  // mistake
  b.declare_item(std::string("rack"));  // mistake
  b.set_policy(std::string("drf"));  // mistake
  b.add_agent(to_c(info));  // mistake
  b.add_framework(to_c(framework_info()));  // mistake
  b.update_framework(f, to_c(framework_info()));  // mistake
  b.update_agent(m, to_c(agent_update()));  // mistake
  b.declare_kind(to_c(kind_info()));  // mistake
#endif
}

static_assert((8 * unit).thousandths() == 8000 && amount(8000).thousandths() == 8000);
static_assert((-8 * unit).thousandths() == -8000 && (0 * unit).thousandths() == 0 && (8u * amount(-1)).thousandths() == -8);
static_assert((APPORTION_MAX_AMOUNT / 1000 * unit).thousandths() == APPORTION_MAX_AMOUNT / 1000 * 1000);
static_assert(((APPORTION_MAX_AMOUNT / 1000 + 1) * unit).thousandths() == APPORTION_MAX_AMOUNT);
static_assert((INT64_MIN * unit).thousandths() == -APPORTION_MAX_AMOUNT);
static_assert((UINT64_MAX * amount(INT64_MIN)).thousandths() == -APPORTION_MAX_AMOUNT);

// No bare number is an amount.
void amounts(kind_id cpus, std::int64_t thousandths) {
  (void)scalar(cpus, 8 * unit), (void)scalar(cpus, amount(thousandths));
#ifdef MISTAKES
  (void)scalar(cpus, 8000);  // mistake
  (void)scalar(cpus, 0.5);  // mistake
  (void)scalar(cpus, thousandths);  // mistake
  (void)make_quantity("cpus", 8000);  // mistake
  (void)scalar(cpus, amount(0.5));  // mistake
  (void)scalar(cpus, 0.5 * unit);  // mistake
#endif
}

// What a view is assigned stays where it is.
void views(role_id role, const resource& some, const reservation& to) {
  framework_info info;
  agent_info agent;
  kind_info kind;
  agent_update update;
  disk_info disk;
  const label one{};
  const role_id roles[] = {role};
  const std::vector<resource> total{some};
  info.roles = roles;
  info.roles = {&role, 1};
  info.roles = {};
  agent.total = total;
  update.total = total;
  update.total = view<resource>{};
  update.total = std::nullopt;
  info.roles = view<role_id>(roles);
  update.total = {};
  (void)make_reservation(APPORTION_STATIC, "r", std::nullopt, {{one, one}});
#ifdef MISTAKES
  info.roles = {role};  // mistake
  info.suppressed = {role, role};  // mistake
  agent.total = {some};  // mistake
  kind.reservations = {to};  // mistake
  update.total = {some};  // mistake
  disk.metadata = {one, one};  // mistake
  info.roles = std::vector<role_id>{role};  // mistake
  agent.total = std::vector<resource>(total);  // mistake
  agent.total = std::vector<apportion_resource>{some};  // mistake
  update.total = std::move(total);  // mistake
#endif
  (void)kind, (void)to, (void)update, (void)disk;
}

void handles(allocator& a, batch& b, const offer& o, const result& r) {
  framework_id f = o.framework;
  agent_id m = o.agent;
  role_id role = o.role;
  agent_id none = 0;
  std::unordered_set<agent_id> set{m, none, agent_id(r.value)};
  a.recover_resources(0, f, m, role, {});
  a.recover_resources(0, 0, m, role, {}, APPORTION_NO_FILTER, false);
  a.exclude_agents(f, role, {m});
  a.agent_held(m, f);
  b.remove_agent(m);
#ifdef MISTAKES
  a.recover_resources(0, m, f, role, {}, APPORTION_NO_FILTER, false);  // mistake
  b.recover_resources(0, m, f, role, {}, APPORTION_NO_FILTER, false);  // mistake
  a.remove_agent(f);  // mistake
  b.remove_framework(m);  // mistake
  a.agent_held(f, m);  // mistake
  a.update_inverse_offer(0, f, m, APPORTION_INVERSE_ACCEPT, 0);  // mistake
  a.remove_agent(a.instance());  // mistake
  a.remove_agent(role);  // mistake
  a.exclude_agents(f, role, {f});  // mistake
  a.exclude_agent(m, role, f, true);  // mistake
  apportion_destroy(m);  // mistake
  (void)(m == f);  // mistake
  set.insert(f);  // mistake
  a.remove_agent(r.value);  // mistake
  a.recover_resources(m, f, 0, role, {}, APPORTION_NO_FILTER, false);  // mistake
  a.set_quota(m, {}, {});  // mistake
#endif
}
