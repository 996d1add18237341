/* garbage.c: resources, maintenance, quota and weights. */
#include "garbage.h"

#define RECOVER_OF(f) \
  apportion_recover_resources(w.h, 9, f, w.agent, w.web, w.total, 1, 0, 0)
#define RECOVER_ON(a) \
  apportion_recover_resources(w.h, 9, w.framework, a, w.web, w.total, 1, 0, 0)
#define RECOVER_IN(r)                                                         \
  apportion_recover_resources(w.h, 9, w.framework, w.agent, r, w.total, 1, 0, \
                              0)
#define RECOVER(p, n) \
  apportion_recover_resources(w.h, 9, w.framework, w.agent, w.web, p, n, 0, 0)
#define TRANSITION_ON(a) apportion_transition(w.h, a, w.web, w.total, 1)
#define TRANSITION_IN(r) apportion_transition(w.h, w.agent, r, w.total, 1)
#define TRANSITION(p, n) apportion_transition(w.h, w.agent, w.web, p, n)
#define ALLOCATION_OF(f) \
  apportion_update_allocation(w.h, f, w.agent, w.web, w.total, 1, 0, 0)
#define ALLOCATION_ON(a) \
  apportion_update_allocation(w.h, w.framework, a, w.web, w.total, 1, 0, 0)
#define ALLOCATION_IN(r) \
  apportion_update_allocation(w.h, w.framework, w.agent, r, w.total, 1, 0, 0)
#define OFFERED(p, n) \
  apportion_update_allocation(w.h, w.framework, w.agent, w.web, p, n, 0, 0)
#define CONVERT(p, n)                                                          \
  apportion_update_allocation(w.h, w.framework, w.agent, w.web, w.total, 1, p, \
                              n)
#define AVAILABLE_ON(a) apportion_update_available(w.h, a, 0, 0)
#define AVAILABLE(p, n) apportion_update_available(w.h, w.agent, p, n)

#define TOTAL_OF(a) apportion_agent_total(w.h, a, resources, 2, &count)
#define FREE_OF(a) apportion_agent_free(w.h, a, resources, 2, &count)
#define HELD_ON(a) \
  apportion_agent_held(w.h, a, w.framework, w.web, resources, 2, &count)
#define HELD_BY(f) \
  apportion_agent_held(w.h, w.agent, f, w.web, resources, 2, &count)
#define HELD_IN(r) \
  apportion_agent_held(w.h, w.agent, FRAMEWORK_OF(0), r, resources, 2, &count)
#define ALLOCATED_ON(a) \
  apportion_agent_allocated(w.h, a, w.web, resources, 2, &count)
#define ALLOCATED_IN(r) \
  apportion_agent_allocated(w.h, w.agent, r, resources, 2, &count)

/* As ROLE, where all roles may be asked about. */
#define ROLE_BUT_ALL(call)                                   \
  do {                                                       \
    REFUSES(APPORTION_E_UNKNOWN_ROLE, call(NO_ROLE));        \
    REFUSES(APPORTION_E_UNKNOWN_ROLE, call(ROLE_OF(UINT32_MAX - 1))); \
  } while (0)

/* Questions about an agent. */
void test_holdings(void) {
  apportion_resource resources[2];
  size_t count = 77;
  memset(resources, 0x5a, sizeof(resources));
  AGENT(TOTAL_OF);
  AGENT(FREE_OF);
  AGENT(HELD_ON);
  FRAMEWORK_BUT_0(HELD_BY);
  ROLE_BUT_ALL(HELD_IN);
  AGENT(ALLOCATED_ON);
  ROLE_BUT_ALL(ALLOCATED_IN);
  CHECK(count == 77 && memchr(resources, 0, sizeof(resources)) == NULL);
}

#define CONVERSION_LIST(call)                                       \
  do {                                                              \
    apportion_conversion c = {0, 0, 0, 0, 0, 0};                    \
    const apportion_conversion fine = c;                            \
    REFUSES(APPORTION_E_NULL, call(NULL, 1));                       \
    REFUSES(APPORTION_E_ALIGN, call(ODD(apportion_conversion), 1)); \
    REFUSES(APPORTION_E_COUNT, call(&c, LIST_TOO_LONG));            \
    c.reserved = 1;                                                 \
    REFUSES(APPORTION_E_RESERVED, call(&c, 1));                     \
    c = fine;                                                       \
    c.flags = 2;                                                    \
    REFUSES(APPORTION_E_RESERVED, call(&c, 1));                     \
    c = fine;                                                       \
    c.consumed_count = 1;                                           \
    REFUSES(APPORTION_E_NULL, call(&c, 1));                         \
    c = fine;                                                       \
    c.converted = w.total;                                          \
    c.converted_count = HUGE_COUNT;                                 \
    REFUSES(APPORTION_E_COUNT, call(&c, 1));                        \
    c = fine;                                                       \
    c.consumed = &too_much;                                         \
    c.consumed_count = 1;                                           \
    REFUSES(APPORTION_E_NOT_AVAILABLE, call(&c, 1));                \
  } while (0)

void test_resources(void) {
  apportion_resource too_much = scalar(w.cpus, 9000);
  apportion_resource less = scalar(w.cpus, 1000);
  apportion_conversion shrink = {w.total, 1, &less, 1, 0, 0};
  FRAMEWORK_BUT_0(RECOVER_OF);
  AGENT(RECOVER_ON);
  ROLE(RECOVER_IN);
  RESOURCE_LIST(RECOVER);
  REFUSES(APPORTION_E_NOT_ALLOCATED, RECOVER(&too_much, 1));
  REFUSES(APPORTION_E_NOT_ALLOCATED, RECOVER_IN(w.dev));
  REFUSES(APPORTION_E_NOT_ALLOCATED,
          apportion_recover_resources(w.h, 9, w.framework, w.agent, w.web,
                                      w.total, 1, 0, 1));
  REFUSES(APPORTION_E_INVALID,
          apportion_recover_resources(w.h, 9, w.framework, w.agent, w.web,
                                      w.total, 1, 0, UINT32_MAX));
  AGENT(TRANSITION_ON);
  ROLE(TRANSITION_IN);
  RESOURCE_LIST(TRANSITION);
  REFUSES(APPORTION_E_NOT_ALLOCATED, TRANSITION(&too_much, 1));
  FRAMEWORK(ALLOCATION_OF);
  AGENT(ALLOCATION_ON);
  ROLE(ALLOCATION_IN);
  RESOURCE_LIST(OFFERED);
  REFUSES(APPORTION_E_NOT_ALLOCATED, OFFERED(&too_much, 1));
  CONVERSION_LIST(CONVERT);
  REFUSES(APPORTION_E_CONVERSION, CONVERT(&shrink, 1));
  AGENT(AVAILABLE_ON);
  CONVERSION_LIST(AVAILABLE);
}

#define PLAN(a) apportion_update_unavailability(w.h, a, 1, 5, 5)
#define ANSWER_ON(a) \
  apportion_update_inverse_offer(w.h, 9, a, w.framework, 1, 0)
#define ANSWER_OF(f) apportion_update_inverse_offer(w.h, 9, w.agent, f, 1, 0)

void test_maintenance(void) {
  AGENT(PLAN);
  AGENT(ANSWER_ON);
  FRAMEWORK(ANSWER_OF);
  REFUSES(APPORTION_E_INVALID,
          apportion_update_unavailability(w.h, w.agent, 1, 5, -1));
  REFUSES(APPORTION_E_INVALID,
          apportion_update_unavailability(w.h, w.agent, 0, 5, 0));
  REFUSES(APPORTION_E_INVALID,
          apportion_update_unavailability(w.h, w.agent, 2, 5, 0));
  REFUSES(APPORTION_E_STATE, ANSWER_ON(w.agent));
  OK(w.h, PLAN(w.agent));
  REFUSES(APPORTION_E_INVALID, apportion_update_inverse_offer(
                                   w.h, 9, w.agent, w.framework, 3, 0));
  REFUSES(APPORTION_E_INVALID, apportion_update_inverse_offer(
                                   w.h, 9, w.agent, w.framework, 257, 0));
}

#define GUARANTEE(p, n) apportion_set_quota(w.h, w.web, p, n, 0, 0)
#define LIMIT(p, n) apportion_set_quota(w.h, w.web, 0, 0, p, n)
#define QUOTA_OF(r) apportion_set_quota(w.h, r, 0, 0, 0, 0)
#define WEIGHT(p, n) apportion_set_weights(w.h, p, n)

#define QUANTITY_LIST(call)                                              \
  do {                                                                   \
    apportion_quantity two[2] = {{{"cpus", 4}, 1}, {{"cpus", 4}, 2}};    \
    REFUSES(APPORTION_E_NULL, call(NULL, 1));                            \
    REFUSES(APPORTION_E_ALIGN, call(ODD(apportion_quantity), 1));        \
    REFUSES(APPORTION_E_COUNT, call(two, APPORTION_MAX_QUANTITIES + 1)); \
    REFUSES(APPORTION_E_COUNT, call(two, HUGE_COUNT));                   \
    REFUSES(APPORTION_E_INVALID, call(two, 2));                          \
    two[0].amount = -1;                                                  \
    REFUSES(APPORTION_E_AMOUNT, call(two, 1));                           \
    two[0].amount = INT64_MIN;                                           \
    REFUSES(APPORTION_E_AMOUNT, call(two, 1));                           \
    two[1].name = str("");                                               \
    REFUSES(APPORTION_E_NAME, call(two + 1, 1));                         \
    two[1].name.size = HUGE_COUNT;                                       \
    REFUSES(APPORTION_E_COUNT, call(two + 1, 1));                        \
  } while (0)

static int32_t weigh(apportion_role role) {
  apportion_role_weight x = {{0}, 0, 1};
  x.role = role;
  return apportion_set_weights(w.h, &x, 1);
}

static int32_t weigh_as(double weight) {
  apportion_role_weight x = {{0}, 0, 0};
  x.weight = weight;
  return apportion_set_weights(w.h, &x, 1);
}

#define RANKS(p, n, q, m) apportion_set_ranks(w.h, p, n, q, m)
#define POLICY(text, n) apportion_set_policy(w.h, w.web, 0, text, n)

static int32_t rank(apportion_role role) {
  apportion_role_rank x = {{0}, 0, 1};
  x.role = role;
  return RANKS(&x, 1, NULL, 0);
}

static int32_t order(apportion_role role) {
  return apportion_set_policy(w.h, role, APPORTION_POLICY_OF_ALL, "drf", 3);
}

static void test_policies_and_ranks(void) {
  const double zero = 0;
  apportion_role_rank of_role = {{0}, 1, 1};
  apportion_framework_rank of_framework = {{0}, 1};
  char text[256];
  size_t size;

  REFUSES(APPORTION_E_UNKNOWN_ROLE, order(NO_ROLE));
  OK(w.h, order(ALL_ROLES));
  REFUSES(APPORTION_E_INVALID, apportion_set_policy(w.h, w.web, 3, "drf", 3));
  REFUSES(APPORTION_E_NULL, POLICY(NULL, 1));
  REFUSES(APPORTION_E_INVALID, POLICY("fifo", 4));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &size));
  CHECK(strstr(text, "\"fifo\" is none of [\"drf\" \"random\" \"hdrf\""));
  REFUSES(APPORTION_E_INVALID, POLICY("decayed:half_life=0", 19));
  OK(w.h, POLICY("decayed:half_life=24h", 21));
  OK(w.h, POLICY("", 0));

  ROLE(rank);
  REFUSES(APPORTION_E_NULL, RANKS(NULL, 1, NULL, 0));
  REFUSES(APPORTION_E_NULL, RANKS(NULL, 0, NULL, 1));
  REFUSES(APPORTION_E_COUNT, RANKS(&of_role, TOO_MANY, NULL, 0));
  REFUSES(APPORTION_E_COUNT, RANKS(NULL, 0, &of_framework, TOO_MANY));
  REFUSES(APPORTION_E_RESERVED, RANKS(&of_role, 1, NULL, 0));
  REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, RANKS(NULL, 0, &of_framework, 1));
  of_framework.framework = w.framework;
  OK(w.h, RANKS(NULL, 0, &of_framework, 1));
  of_framework.rank = zero / zero;
  REFUSES(APPORTION_E_INVALID, RANKS(NULL, 0, &of_framework, 1));
}

#define LENDS(flags, p, n) \
  apportion_set_lending(w.h, w.web, flags, p, n, NULL, 0)

static int32_t lend(apportion_role role) {
  return apportion_set_lending(w.h, role, APPORTION_LEND_GUARANTEE, 0, 0, 0, 0);
}

static int32_t lends(const apportion_resource *p, size_t n) {
  return LENDS(APPORTION_LEND_GUARANTEE, p, n);
}

static int32_t most_recalled(const apportion_quantity *p, size_t n) {
  return apportion_set_lending(w.h, w.web, APPORTION_LEND_GUARANTEE, 0, 0, p, n);
}

static void test_lending(void) {
  ROLE(lend);
  REFUSES_SAYING("lending: flags has the unknown bits 0x4", APPORTION_E_RESERVED,
                 LENDS(4 | APPORTION_LEND_GUARANTEE, NULL, 0));
  REFUSES(APPORTION_E_RESERVED, LENDS(1u << 31, NULL, 0));
  RESOURCE_LIST(lends);
  REFUSES(APPORTION_E_INVALID, lends(w.total, 1)); /* not revocable */
  QUANTITY_LIST(most_recalled);
}

static int32_t recovered(const apportion_quantity *p, size_t n) {
  apportion_role_quota q = {{0, 0}, {0, 0}, {0}, 0};
  q.limits.items = p;
  q.limits.count = n;
  return apportion_recover(w.h, 9, 1, &q, 1);
}

void test_policy(void) {
  apportion_role_weight weight = {{0}, 1, 1};
  apportion_role_quota quota = {{0, 0}, {0, 0}, {0}, 1};
  apportion_quantity guarantee = {{"cpus", 4}, 2}, limit = {{"cpus", 4}, 1};
  const double zero = 0;
  apportion_instance busy = w.h;
  apportion_options options = APPORTION_OPTIONS_INIT;

  QUANTITY_LIST(GUARANTEE);
  QUANTITY_LIST(LIMIT);
  ROLE(QUOTA_OF);
  REFUSES(APPORTION_E_INVALID, QUOTA_OF(w.dev)); /* nested */
  REFUSES(APPORTION_E_INVALID,
          apportion_set_quota(w.h, w.web, &guarantee, 1, &limit, 1));
  ROLE(weigh);
  REFUSES(APPORTION_E_NULL, WEIGHT(NULL, 1));
  REFUSES(APPORTION_E_COUNT, WEIGHT(&weight, TOO_MANY));
  REFUSES(APPORTION_E_RESERVED, WEIGHT(&weight, 1));
  REFUSES(APPORTION_E_INVALID, weigh_as(0));
  REFUSES(APPORTION_E_INVALID, weigh_as(-1));
  REFUSES(APPORTION_E_INVALID, weigh_as(1 / zero));
  REFUSES(APPORTION_E_INVALID, weigh_as(zero / zero));

  test_policies_and_ranks();
  test_lending();

  REFUSES(APPORTION_E_STATE, apportion_recover(w.h, 9, 1, 0, 0));
  OK(NO_INSTANCE, apportion_create(&options, &w.h)); /* one without agents */
  OK(w.h, apportion_declare_role(w.h, "web", 3, &w.web));
  QUANTITY_LIST(recovered);
  REFUSES(APPORTION_E_RESERVED, apportion_recover(w.h, 9, 1, &quota, 1));
  REFUSES(APPORTION_E_NULL, apportion_recover(w.h, 9, 1, NULL, 1));
  REFUSES(APPORTION_E_COUNT, apportion_recover(w.h, 9, 1, &quota, TOO_MANY));
  REFUSES(APPORTION_E_COUNT, apportion_recover(w.h, 9, HUGE_COUNT, 0, 0));
  quota.reserved = 0;
  quota.role = NO_ROLE;
  REFUSES(APPORTION_E_UNKNOWN_ROLE, apportion_recover(w.h, 9, 1, &quota, 1));
  OK(w.h, apportion_destroy(w.h));
  w.h = busy;
}
