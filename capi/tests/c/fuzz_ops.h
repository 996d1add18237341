/* Operations made up from random numbers, half of them plausible, for fuzz.c
 * and the harness in capi/fuzz. Whoever includes this defines next(). */
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
static apportion_resource resources[4], others[4];
static apportion_usage usages[2];
static apportion_conversion conversions[2];
static apportion_quantity quantities[2][3];
static apportion_quantities lists[2];
static apportion_role_minimum minima[1];
static apportion_role_quota quotas[2];
static apportion_role_weight weights[2];
static apportion_role_rank ranks[2];
static apportion_resource_weight resource_weights[2];
static apportion_reservation reservations[2];
static apportion_label labels[2];
static apportion_role roles[3];
static apportion_kind kinds[2];
static uint64_t items[2];
static apportion_agent agents[3];
static apportion_str hosts[2];
static apportion_agent_info agent_info;
static apportion_agent_update agent_update;
static apportion_framework_info framework_info;
static apportion_kind_info kind_info;

static uint64_t agent_handles[16], framework_handles[16];

/* A handle that was given out, mostly, so that histories get on. */
static uint64_t a_handle(const uint64_t *handles) {
  size_t first = below(16), i;
  if (below(10) == 0) return handles[first];
  for (i = 0; i < 16; i++)
    if (handles[(first + i) % 16] != 0) return handles[(first + i) % 16];
  return 0;
}

static apportion_str a_text(void) {
  static const char *const texts[] = {"a",    "b",     "web",  "web/x", "cpus",
                                      "disk", "ports", "/bad", "",      "\xff"};
  apportion_str s = str(PICK(texts));
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
    usages[i].id = a_text();
    usages[i].resources = below(9) ? resources : NULL;
    usages[i].resource_count = a_count(2);
    usages[i].role = a_role();
    usages[i].reserved = mostly_zero();
    conversions[i].consumed = resources;
    conversions[i].consumed_count = a_count(2);
    conversions[i].converted = others;
    conversions[i].converted_count = a_count(2);
    conversions[i].flags = (uint32_t)below(3);
    conversions[i].reserved = mostly_zero();
    for (j = 0; j < 3; j++) {
      quantities[i][j].name = a_text();
      quantities[i][j].amount = an_amount();
    }
    lists[i].items = quantities[i];
    lists[i].count = a_count(3);
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
    reservations[i].role = str(i == 0 ? "web" : "web/x");
    reservations[i].principal = a_text();
    reservations[i].labels = below(2) ? labels : NULL;
    reservations[i].label_count = reservations[i].labels ? a_count(2) : 0;
    hosts[i] = a_text();
  }
  minima[0].lists = lists;
  minima[0].list_count = a_count(2);
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
  static const apportion_agent_info agent = APPORTION_AGENT_INFO_INIT;
  static const apportion_agent_update update = APPORTION_AGENT_UPDATE_INIT;
  static const apportion_framework_info framework =
      APPORTION_FRAMEWORK_INFO_INIT;
  static const apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
  agent_info = agent;
  agent_info.struct_size = a_size(sizeof(agent));
  agent_info.flags = (uint32_t)below(2);
  agent_info.id = a_text();
  agent_info.hostname = a_text();
  agent_info.total = resources;
  agent_info.total_count = a_count(4);
  agent_info.used = usages;
  agent_info.used_count = a_count(2);
  agent_info.capabilities = (uint32_t)below(256);
  agent_update = update;
  agent_update.struct_size = a_size(sizeof(update));
  agent_update.flags = (uint32_t)below(17);
  agent_update.hostname = a_text();
  if (agent_update.flags & APPORTION_UPDATE_TOTAL) {
    agent_update.total = resources;
    agent_update.total_count = a_count(4);
  }
  framework_info = framework;
  framework_info.struct_size = a_size(sizeof(framework));
  framework_info.id = a_text();
  framework_info.capabilities = (uint32_t)below(130);
  framework_info.roles = roles;
  framework_info.role_count = a_count(3);
  framework_info.suppressed = roles;
  framework_info.suppressed_count = a_count(1);
  framework_info.minima = minima;
  framework_info.minimum_count = below(4) == 0;
  kind_info = kind;
  kind_info.struct_size = a_size(sizeof(kind));
  kind_info.name = a_text();
  kind_info.type = (uint32_t)below(4);
  kind_info.flags = (uint32_t)below(9);
  kind_info.disk_source = (uint32_t)below(6);
  kind_info.reservations = reservations;
  kind_info.reservation_count = a_count(2);
  kind_info.disk_persistence = a_text();
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
      op->u.recover_resources.resources = resources;
      op->u.recover_resources.resource_count = a_count(4);
      op->u.recover_resources.refuse_nanos = a_time();
      op->u.recover_resources.role = role;
      op->u.recover_resources.allocated = (uint32_t)below(2);
      break;
    case APPORTION_OP_TRANSITION:
      op->u.transition.agent = agent;
      op->u.transition.resources = resources;
      op->u.transition.resource_count = a_count(4);
      op->u.transition.role = role;
      op->u.transition.reserved = mostly_zero();
      break;
    case APPORTION_OP_UPDATE_ALLOCATION:
      op->u.update_allocation.framework = framework;
      op->u.update_allocation.agent = agent;
      op->u.update_allocation.offered = resources;
      op->u.update_allocation.offered_count = a_count(4);
      op->u.update_allocation.conversions = conversions;
      op->u.update_allocation.conversion_count = a_count(2);
      op->u.update_allocation.role = role;
      break;
    case APPORTION_OP_UPDATE_AVAILABLE:
      op->u.update_available.agent = agent;
      op->u.update_available.conversions = conversions;
      op->u.update_available.conversion_count = a_count(2);
      break;
    case APPORTION_OP_ADD_FRAMEWORK:
      op->u.add_framework.info = &framework_info;
      op->u.add_framework.used = usages;
      op->u.add_framework.used_count = below(4) ? 0 : a_count(2);
      op->u.add_framework.active = 1;
      break;
    case APPORTION_OP_UPDATE_FRAMEWORK:
      op->u.update_framework.framework = framework;
      op->u.update_framework.info = below(9) ? &framework_info : NULL;
      break;
    case APPORTION_OP_SUPPRESS_OFFERS:
    case APPORTION_OP_REVIVE_OFFERS:
      op->u.framework_roles.framework = framework;
      op->u.framework_roles.roles = roles;
      op->u.framework_roles.role_count = a_count(3);
      break;
    case APPORTION_OP_EXCLUDE_AGENTS:
      op->u.exclude_agents.framework = framework;
      op->u.exclude_agents.agents = agents;
      op->u.exclude_agents.agent_count = a_count(3);
      op->u.exclude_agents.role = role;
      break;
    case APPORTION_OP_EXCLUDE_AGENT:
      op->u.exclude_agent.framework = framework;
      op->u.exclude_agent.agent = agent;
      op->u.exclude_agent.role = role;
      op->u.exclude_agent.excluded = (uint32_t)below(2);
      break;
    case APPORTION_OP_ADD_AGENT:
      op->u.add_agent = below(20) ? &agent_info : NULL;
      break;
    case APPORTION_OP_UPDATE_AGENT:
      op->u.update_agent.agent = agent;
      op->u.update_agent.update = &agent_update;
      break;
    case APPORTION_OP_ADD_RESOURCE_PROVIDER:
      op->u.add_resource_provider.agent = agent;
      op->u.add_resource_provider.total = resources;
      op->u.add_resource_provider.total_count = a_count(2);
      op->u.add_resource_provider.used = usages;
      op->u.add_resource_provider.used_count = a_count(1);
      break;
    case APPORTION_OP_SET_WHITELIST:
      op->u.strings.items = hosts;
      op->u.strings.count = a_count(2);
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
      op->u.set_weights.weights = weights;
      op->u.set_weights.count = a_count(2);
      break;
    case APPORTION_OP_SET_POLICY:
      op->u.set_policy.policy = a_text();
      op->u.set_policy.role = role;
      op->u.set_policy.ordered = (uint32_t)below(4);
      break;
    case APPORTION_OP_SET_RANKS:
      op->u.set_ranks.roles = ranks;
      op->u.set_ranks.role_count = a_count(2);
      break;
    case APPORTION_OP_SET_RESOURCE_WEIGHTS:
      op->u.set_resource_weights.weights = resource_weights;
      op->u.set_resource_weights.count = a_count(2);
      break;
    case APPORTION_OP_DECLARE_ROLE:
    case APPORTION_OP_DECLARE_ITEM:
      op->u.string = a_text();
      break;
    case APPORTION_OP_DECLARE_KIND:
      op->u.kind = &kind_info;
      break;
    case APPORTION_OP_RELEASE_ROLES:
      op->u.release_roles.roles = roles;
      op->u.release_roles.count = a_count(2);
      break;
    case APPORTION_OP_RELEASE_KINDS:
      kinds[0].number = (uint32_t)below(8);
      kinds[1].number = (uint32_t)below(8);
      op->u.release_kinds.kinds = kinds;
      op->u.release_kinds.count = a_count(2);
      break;
    case APPORTION_OP_RELEASE_ITEMS:
      items[0] = below(4);
      items[1] = below(4);
      op->u.release_items.items = items;
      op->u.release_items.count = a_count(2);
      break;
    case APPORTION_OP_RECOVER:
      op->u.recover.now = a_time();
      op->u.recover.expected_agents = a_count(5);
      op->u.recover.quotas = quotas;
      op->u.recover.quota_count = a_count(2);
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
