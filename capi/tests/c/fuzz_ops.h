/* Operations made up from random numbers, half of them plausible, for fuzz.c
 * and the harness in capi/fuzz. Whoever includes this defines next(), and
 * before that ROOM(type, name, n), which declares zeroed room for n. */
#ifndef FUZZ_OPS_H
#define FUZZ_OPS_H

#include "check.h"

/* Random bits. */
static uint64_t next(void);

static uint64_t below(uint64_t n) { return next() % n; }

/* One of what there is, or of what never is. */
#define PICK(list) ((list)[below(sizeof(list) / sizeof((list)[0]))])

static const int32_t codes[] = {APPORTION_OK, ALL_CODES};

static void check_code(int32_t code) {
  size_t i;
  for (i = 0; i < sizeof(codes) / sizeof(*codes); i++)
    if (codes[i] == code) break;
  CHECK(i < sizeof(codes) / sizeof(*codes) && code != APPORTION_E_PANIC);
}

/* The arguments of one operation live here. Few values of each sort, so that
 * operations meet. */
#define POOL(type, name, n)     \
  enum { count_of_##name = n }; \
  ROOM(type, name, n)

POOL(apportion_resource, resources, 4);
POOL(apportion_resource, others, 4);
POOL(apportion_usage, usages, 2);
POOL(apportion_conversion, conversions, 2);
POOL(apportion_quantity, quantities, 3);
POOL(apportion_quantity, other_quantities, 3);
POOL(apportion_quantities, lists, 2);
POOL(apportion_role_minimum, minima, 1);
POOL(apportion_role_quota, quotas, 2);
POOL(apportion_role_weight, weights, 2);
POOL(apportion_role_rank, ranks, 2);
POOL(apportion_resource_weight, resource_weights, 2);
POOL(apportion_reservation, reservations, 2);
POOL(apportion_label, labels, 2);
POOL(apportion_role, roles, 3);
POOL(apportion_kind, kinds, 2);
POOL(uint64_t, items, 2);
POOL(apportion_agent, agents, 3);
POOL(apportion_str, hosts, 2);
POOL(apportion_agent_info, agent_infos, 1);
POOL(apportion_agent_update, agent_updates, 1);
POOL(apportion_framework_info, framework_infos, 1);
POOL(apportion_kind_info, kind_infos, 1);

/* Records in their pools. */
static const apportion_agent_info *agent_info;
static const apportion_agent_update *agent_update;
static const apportion_framework_info *framework_info;
static const apportion_kind_info *kind_info;

/* Where a list of a pool begins: it ends where the pool does. One that is
 * longer begins where the pool does. */
#define FROM(pool, count) \
  ((pool) + ((count) <= count_of_##pool ? count_of_##pool - (count) : 0))

/* Makes two fields of a struct such a list. */
#define LIST(of, list, count, pool, max) \
  ((of).count = a_count(max), (of).list = FROM(pool, (of).count))

/* Copies as much of a record as it says that it has to the end of a pool. */
#define PLACED(type, pool, record)                            \
  ((const type *)placed((pool) + 1, &(record), sizeof(record), \
                        (record).struct_size))

static const void *placed(void *end, const void *record, size_t size,
                          size_t said) {
  const size_t whole = (said + 7) / 8 * 8;
  const size_t kept = whole < 8 ? 8 : whole < size ? whole : size;
  return memcpy((char *)end - kept, record, kept);
}

static uint64_t agent_handles[16], framework_handles[16];

/* A handle that was given out, mostly, so that histories get on. */
static uint64_t a_handle(const uint64_t *handles) {
  size_t first = below(16), i;
  if (below(10) == 0) return handles[first];
  for (i = 0; i < 16; i++)
    if (handles[(first + i) % 16] != 0) return handles[(first + i) % 16];
  return 0;
}

#define TEXT(literal) {literal, sizeof(literal) - 1}

static apportion_str texts[] = {
    TEXT("a"),    TEXT("b"),     TEXT("web"),  TEXT("web/x"), TEXT("cpus"),
    TEXT("disk"), TEXT("ports"), TEXT("/bad"), TEXT(""),      TEXT("\xff")};

static apportion_str a_text(void) {
  apportion_str s = PICK(texts);
  if (below(50) == 0) s.data = NULL;
  if (below(200) == 0) s.size = SIZE_MAX;
  return s;
}

/* A count of at most max, or one that is refused. */
static size_t a_count(size_t max) {
  return below(100) == 0 ? SIZE_MAX - below(3) : below(max + 1);
}

static uint32_t mostly_zero(void) { return below(60) == 0 ? 1 : 0; }
static apportion_role a_role(void) { return ROLE_OF((uint32_t)below(6)); }

static int64_t an_amount(void) {
  static const int64_t amounts[] = {1000, 1000, 2000, 4000, 0, 1, -1,
                                    INT64_MIN, INT64_MAX, APPORTION_MAX_AMOUNT};
  return amounts[below(below(10) == 0 ? 10 : 4)];
}

static int64_t a_time(void) {
  return below(20) == 0 ? (int64_t)next() : (int64_t)below(1000) * 100000000;
}

static void fill_resources(apportion_resource *r, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) {
    memset(&r[i], 0, sizeof(r[i]));
    r[i].kind.number = (uint32_t)below(below(30) == 0 ? 99 : 5);
    r[i].reserved = mostly_zero();
    if (r[i].kind.number == 3 || r[i].kind.number == 4) {
      r[i].begin = below(4);
      r[i].end = r[i].begin + below(3);
    } else {
      r[i].amount = an_amount();
    }
  }
}

static void fill_arguments(void) {
  size_t i, j;
  fill_resources(resources, 4);
  fill_resources(others, 4);
  for (i = 0; i < 2; i++) {
    apportion_quantity *of = i == 0 ? quantities : other_quantities;
    int some;
    usages[i].id = a_text();
    some = below(9) != 0;
    LIST(usages[i], resources, resource_count, resources, 2);
    if (!some) usages[i].resources = NULL;
    usages[i].role = a_role();
    usages[i].reserved = mostly_zero();
    LIST(conversions[i], consumed, consumed_count, resources, 2);
    LIST(conversions[i], converted, converted_count, others, 2);
    conversions[i].flags = (uint32_t)below(3);
    conversions[i].reserved = mostly_zero();
    for (j = 0; j < 3; j++) {
      of[j].name = a_text();
      of[j].amount = an_amount();
    }
    lists[i].count = a_count(3);
    lists[i].items = i == 0 ? FROM(quantities, lists[i].count)
                            : FROM(other_quantities, lists[i].count);
    quotas[i].guarantees = lists[0];
    quotas[i].limits = lists[1];
    quotas[i].role = a_role();
    quotas[i].reserved = mostly_zero();
    ranks[i].role = a_role();
    ranks[i].reserved = mostly_zero();
    ranks[i].rank = (double)below(5) - 2;
    resource_weights[i].resources = a_text();
    resource_weights[i].weight = (double)below(5);
    weights[i].role = a_role();
    weights[i].reserved = mostly_zero();
    weights[i].weight = (double)below(5) - (double)(below(9) == 0);
    labels[i].key = a_text();
    labels[i].value = a_text();
    reservations[i].type = (uint32_t)(below(3) + (below(40) == 0 ? 256 : 0));
    reservations[i].reserved = mostly_zero();
    reservations[i].role = texts[2 + i]; /* web, web/x */
    reservations[i].principal = a_text();
    reservations[i].labels = NULL;
    reservations[i].label_count = 0;
    if (below(2)) LIST(reservations[i], labels, label_count, labels, 2);
    hosts[i] = a_text();
  }
  LIST(minima[0], lists, list_count, lists, 2);
  minima[0].role = a_role();
  minima[0].reserved = mostly_zero();
  for (i = 0; i < 3; i++) {
    roles[i] = a_role();
    agents[i].handle = a_handle(agent_handles);
  }
}

/* A record's size in a header that is older, or in none. */
static uint32_t a_size(size_t size) {
  if (below(60) == 0) size++;
  return (uint32_t)(below(30) == 0 ? 8 * below(size / 8 + 1) : size);
}

static void fill_records(void) {
  apportion_agent_info agent = APPORTION_AGENT_INFO_INIT;
  apportion_agent_update update = APPORTION_AGENT_UPDATE_INIT;
  apportion_framework_info framework = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
  agent.struct_size = a_size(sizeof(agent));
  agent.flags = (uint32_t)below(2);
  agent.id = a_text();
  agent.hostname = a_text();
  LIST(agent, total, total_count, resources, 4);
  LIST(agent, used, used_count, usages, 2);
  agent.capabilities = (uint32_t)below(256);
  agent_info = PLACED(apportion_agent_info, agent_infos, agent);
  update.struct_size = a_size(sizeof(update));
  update.flags = (uint32_t)below(17);
  update.hostname = a_text();
  if (update.flags & APPORTION_UPDATE_TOTAL)
    LIST(update, total, total_count, resources, 4);
  agent_update = PLACED(apportion_agent_update, agent_updates, update);
  framework.struct_size = a_size(sizeof(framework));
  framework.id = a_text();
  framework.capabilities = (uint32_t)below(130);
  LIST(framework, roles, role_count, roles, 3);
  LIST(framework, suppressed, suppressed_count, roles, 1);
  framework.minimum_count = below(4) == 0;
  framework.minima = FROM(minima, framework.minimum_count);
  framework_info =
      PLACED(apportion_framework_info, framework_infos, framework);
  kind.struct_size = a_size(sizeof(kind));
  kind.name = a_text();
  kind.type = (uint32_t)below(4);
  kind.flags = (uint32_t)below(9);
  kind.disk_source = (uint32_t)below(6);
  LIST(kind, reservations, reservation_count, reservations, 2);
  kind.disk_persistence = a_text();
  kind_info = PLACED(apportion_kind_info, kind_infos, kind);
}

static const uint32_t types[] = {ALL_OPS, 0, 19, 99999};

/* Fills in the operation's member of the union. */
static void fill_op(apportion_op *op) {
  const apportion_agent agent = AGENT_OF(a_handle(agent_handles));
  const apportion_framework framework =
      FRAMEWORK_OF(a_handle(framework_handles));
  const apportion_role role = a_role();
  op->struct_size += mostly_zero();
  op->type = PICK(types);
  switch (op->type) {
    case APPORTION_OP_RECOVER_RESOURCES:
      op->u.recover_resources.now = a_time();
      op->u.recover_resources.framework = framework;
      op->u.recover_resources.agent = agent;
      LIST(op->u.recover_resources, resources, resource_count, resources, 4);
      op->u.recover_resources.refuse_nanos = a_time();
      op->u.recover_resources.role = role;
      op->u.recover_resources.allocated = (uint32_t)below(2);
      break;
    case APPORTION_OP_TRANSITION:
      op->u.transition.agent = agent;
      LIST(op->u.transition, resources, resource_count, resources, 4);
      op->u.transition.role = role;
      op->u.transition.reserved = mostly_zero();
      break;
    case APPORTION_OP_UPDATE_ALLOCATION:
      op->u.update_allocation.framework = framework;
      op->u.update_allocation.agent = agent;
      LIST(op->u.update_allocation, offered, offered_count, resources, 4);
      LIST(op->u.update_allocation, conversions, conversion_count, conversions,
           2);
      op->u.update_allocation.role = role;
      break;
    case APPORTION_OP_UPDATE_AVAILABLE:
      op->u.update_available.agent = agent;
      LIST(op->u.update_available, conversions, conversion_count, conversions,
           2);
      break;
    case APPORTION_OP_ADD_FRAMEWORK:
      op->u.add_framework.info = framework_info;
      op->u.add_framework.used = usages;
      if (below(4) == 0) LIST(op->u.add_framework, used, used_count, usages, 2);
      op->u.add_framework.active = 1;
      break;
    case APPORTION_OP_UPDATE_FRAMEWORK:
      op->u.update_framework.framework = framework;
      op->u.update_framework.info = below(9) ? framework_info : NULL;
      break;
    case APPORTION_OP_SUPPRESS_OFFERS:
    case APPORTION_OP_REVIVE_OFFERS:
      op->u.framework_roles.framework = framework;
      LIST(op->u.framework_roles, roles, role_count, roles, 3);
      break;
    case APPORTION_OP_EXCLUDE_AGENTS:
      op->u.exclude_agents.framework = framework;
      LIST(op->u.exclude_agents, agents, agent_count, agents, 3);
      op->u.exclude_agents.role = role;
      break;
    case APPORTION_OP_EXCLUDE_AGENT:
      op->u.exclude_agent.framework = framework;
      op->u.exclude_agent.agent = agent;
      op->u.exclude_agent.role = role;
      op->u.exclude_agent.excluded = (uint32_t)below(2);
      break;
    case APPORTION_OP_ADD_AGENT:
      op->u.add_agent = below(20) ? agent_info : NULL;
      break;
    case APPORTION_OP_UPDATE_AGENT:
      op->u.update_agent.agent = agent;
      op->u.update_agent.update = agent_update;
      break;
    case APPORTION_OP_ADD_RESOURCE_PROVIDER:
      op->u.add_resource_provider.agent = agent;
      LIST(op->u.add_resource_provider, total, total_count, resources, 2);
      LIST(op->u.add_resource_provider, used, used_count, usages, 1);
      break;
    case APPORTION_OP_SET_WHITELIST:
      LIST(op->u.strings, items, count, hosts, 2);
      break;
    case APPORTION_OP_UPDATE_UNAVAILABILITY:
      op->u.update_unavailability.agent = agent;
      op->u.update_unavailability.planned = (uint32_t)below(2);
      op->u.update_unavailability.start_nanos = a_time();
      op->u.update_unavailability.duration_nanos = a_time();
      break;
    case APPORTION_OP_UPDATE_INVERSE_OFFER:
      op->u.update_inverse_offer.now = a_time();
      op->u.update_inverse_offer.agent = agent;
      op->u.update_inverse_offer.framework = framework;
      op->u.update_inverse_offer.refuse_nanos = a_time();
      op->u.update_inverse_offer.status = (uint32_t)below(4);
      break;
    case APPORTION_OP_SET_QUOTA:
      op->u.set_quota.guarantees = lists[0];
      op->u.set_quota.limits = lists[1];
      op->u.set_quota.role = role;
      break;
    case APPORTION_OP_SET_BORROWING:
      op->u.set_borrowing.most = lists[0];
      op->u.set_borrowing.parts = lists[1];
      op->u.set_borrowing.role = role;
      break;
    case APPORTION_OP_SET_LOAN_COST:
      op->u.set_loan_cost.framework = framework;
      op->u.set_loan_cost.agent = agent;
      op->u.set_loan_cost.role = role;
      op->u.set_loan_cost.cost = a_time();
      break;
    case APPORTION_OP_SET_WEIGHTS:
      LIST(op->u.set_weights, weights, count, weights, 2);
      break;
    case APPORTION_OP_SET_POLICY:
      op->u.set_policy.policy = a_text();
      op->u.set_policy.role = role;
      op->u.set_policy.ordered = (uint32_t)below(4);
      break;
    case APPORTION_OP_SET_RANKS:
      LIST(op->u.set_ranks, roles, role_count, ranks, 2);
      break;
    case APPORTION_OP_SET_RESOURCE_WEIGHTS:
      LIST(op->u.set_resource_weights, weights, count, resource_weights, 2);
      break;
    case APPORTION_OP_DECLARE_ROLE:
    case APPORTION_OP_DECLARE_ITEM:
      op->u.string = a_text();
      break;
    case APPORTION_OP_DECLARE_KIND:
      op->u.kind = kind_info;
      break;
    case APPORTION_OP_RELEASE_ROLES:
      LIST(op->u.release_roles, roles, count, roles, 2);
      break;
    case APPORTION_OP_RELEASE_KINDS:
      kinds[0].number = (uint32_t)below(8);
      kinds[1].number = (uint32_t)below(8);
      LIST(op->u.release_kinds, kinds, count, kinds, 2);
      break;
    case APPORTION_OP_RELEASE_ITEMS:
      items[0] = below(4);
      items[1] = below(4);
      LIST(op->u.release_items, items, count, items, 2);
      break;
    case APPORTION_OP_RECOVER:
      op->u.recover.now = a_time();
      op->u.recover.expected_agents = a_count(5);
      LIST(op->u.recover, quotas, quota_count, quotas, 2);
      break;
    case APPORTION_OP_ADVANCE:
      op->u.advance.now = a_time();
      break;
    default: /* a handle, of one sort or the other */
      op->u.agent = agent;
      if (below(2)) op->u.framework = framework;
      if (below(4) == 0) op->u.zero[0] = next();
  }
}

#endif
