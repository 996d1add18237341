/* A small cluster from C, with every input in memory that is overwritten and
 * freed as soon as the call has returned. */
#include "check.h"

/* Memory of inputs, until scrap. */
static struct {
  void *p;
  size_t size;
} inputs[256];
static size_t input_count;

static void *keep(const void *p, size_t size) {
  void *copy = malloc(size > 0 ? size : 1);
  CHECK(copy != NULL && input_count < 256);
  memcpy(copy, p, size);
  inputs[input_count].p = copy;
  inputs[input_count++].size = size;
  return copy;
}

static apportion_str text(const char *s) {
  apportion_str out;
  out.size = strlen(s);
  out.data = keep(s, out.size);
  return out;
}

/* Overwrites and frees all inputs. */
static void scrap(void) {
  while (input_count > 0) {
    input_count--;
    memset(inputs[input_count].p, 0x5a, inputs[input_count].size);
    free(inputs[input_count].p);
  }
}

#define KEEP(array) keep(array, sizeof(array))

/* Fails unless the call, of (buffer, capacity, size), gives this text. */
#define READS(expected, h, call)                              \
  do {                                                        \
    size_t needed = 0;                                        \
    char *buffer;                                             \
    EXPECT(APPORTION_E_TOO_SMALL, h, call(NULL, 0, &needed)); \
    buffer = malloc(needed);                                  \
    CHECK(buffer != NULL);                                    \
    OK(h, call(buffer, needed, &needed));                     \
    CHECK(needed == strlen(expected));                        \
    CHECK(memcmp(buffer, expected, needed) == 0);             \
    free(buffer);                                             \
  } while (0)

static apportion_instance h;
static apportion_role web, dev;
static apportion_kind cpus, mem, ports, reserved_cpus, volume;
static apportion_agent agents[3];
static apportion_framework marathon, spark;

/* The last cycle. */
static apportion_cycle cycle = APPORTION_CYCLE_INIT;
static apportion_offer offers[16];
static apportion_resource offered[64];

/* Runs a cycle and reads it with exactly the room that it needs. */
static void run(int64_t now, size_t want) {
  size_t n = 99, m = 99;
  OK(h, apportion_advance(h, now));
  OK(h, apportion_allocate(h, now, &cycle));
  CHECK(cycle.offers == want && cycle.offers <= 16 && cycle.resources <= 64);
  memset(offers, 0x5a, want * sizeof(*offers));
  memset(offered, 0x5a, cycle.resources * sizeof(*offered));
  OK(h, apportion_cycle_offers(h, offers, cycle.offers, &n));
  OK(h, apportion_cycle_resources(h, offered, cycle.resources, &m));
  CHECK(n == cycle.offers && m == cycle.resources);
  for (n = 0; n < cycle.offers; n++) {
    CHECK(offers[n].reserved == 0);
    CHECK(offers[n].first + offers[n].count <= cycle.resources);
  }
  for (m = 0; m < cycle.resources; m++) CHECK(offered[m].reserved == 0);
}

/* Declines the first count of the offers that were read last. */
static void decline(size_t count, int64_t now, int64_t refuse_nanos) {
  size_t i;
  for (i = 0; i < count; i++)
    OK(h, apportion_recover_resources(
              h, now, offers[i].framework, offers[i].agent, offers[i].role,
              offered + offers[i].first, offers[i].count, refuse_nanos, 0));
}

static void test_initialisers(void) {
#define ZERO_BUT(type, init, size)                              \
  do {                                                          \
    type record = init;                                         \
    const unsigned char *p = (const unsigned char *)&record;    \
    size_t i;                                                   \
    CHECK(*(const uint32_t *)p == sizeof(record));              \
    for (i = (size); i < sizeof(record); i++) CHECK(p[i] == 0); \
  } while (0)
  apportion_agent_info agent = APPORTION_AGENT_INFO_INIT;
  apportion_question question = APPORTION_QUESTION_INIT;
  apportion_standing_question standing = APPORTION_STANDING_QUESTION_INIT;
  CHECK(agent.capabilities == (APPORTION_CAP_MULTI_ROLE |
                               APPORTION_CAP_HIERARCHICAL_ROLE |
                               APPORTION_CAP_RESERVATION_REFINEMENT));
  ZERO_BUT(apportion_options, APPORTION_OPTIONS_INIT, 8);
  ZERO_BUT(apportion_kind_info, APPORTION_KIND_INFO_INIT, 4);
  agent.capabilities = 0;
  ZERO_BUT(apportion_agent_info, agent, 4);
  ZERO_BUT(apportion_agent_update, APPORTION_AGENT_UPDATE_INIT, 4);
  ZERO_BUT(apportion_framework_info, APPORTION_FRAMEWORK_INFO_INIT, 4);
  ZERO_BUT(apportion_cycle, APPORTION_CYCLE_INIT, 4);
  ZERO_BUT(apportion_metrics, APPORTION_METRICS_INIT, 4);
  CHECK(question.role.number == APPORTION_ALL_ROLES);
  question.role = ROLE_OF(0);
  ZERO_BUT(apportion_question, question, 4);
  CHECK(standing.role.number == APPORTION_ALL_ROLES &&
        standing.other_role.number == APPORTION_ALL_ROLES &&
        standing.new_in.number == APPORTION_ALL_ROLES);
  standing.role = standing.other_role = standing.new_in = ROLE_OF(0);
  ZERO_BUT(apportion_standing_question, standing, 4);
  ZERO_BUT(apportion_view_question, APPORTION_VIEW_QUESTION_INIT, 4);
  ZERO_BUT(apportion_recording, APPORTION_RECORDING_INIT, 4);
  ZERO_BUT(apportion_op, APPORTION_OP_INIT, 4);
  CHECK(apportion_abi_version() == APPORTION_ABI_VERSION);
}

#define STALE(p, n, c) apportion_code_name(APPORTION_E_STALE, p, n, c)
#define NO_ERROR(p, n, c) apportion_code_name(APPORTION_OK, p, n, c)

static void test_texts(void) {
  READS(RELEASE, NO_INSTANCE, apportion_version);
  READS("STALE", NO_INSTANCE, STALE);
  READS("OK", NO_INSTANCE, NO_ERROR);
}

static void test_similar_names(void) {
  apportion_str known[3];
  uint32_t indices[APPORTION_MAX_SIMILAR] = {9, 9, 9, 9, 9};
  size_t n = 9;
  known[0] = text("marathon-lb");
  known[1] = text("chronos");
  known[2] = text("marathon");
  CHECK(apportion_similar_names("Maratho", 7, known, 3, indices, 1, &n) ==
        APPORTION_E_TOO_SMALL);
  CHECK(n == 2 && indices[0] == 9);
  CHECK(apportion_similar_names("Maratho", 7, known, 3, indices,
                                APPORTION_MAX_SIMILAR, &n) == APPORTION_OK);
  CHECK(n == 2 && indices[0] == 2 && indices[1] == 0 && indices[2] == 9);
  CHECK(apportion_similar_names("spark", 5, known, 3, NULL, 0, &n) ==
        APPORTION_OK);
  CHECK(n == 0);
}

static void test_create(void) {
  apportion_options o = APPORTION_OPTIONS_INIT;
  apportion_str excluded[1];
  apportion_quantity least[1] = {{{0, 0}, 10}};
  apportion_quantities lists[1] = {{0, 1}};
  excluded[0] = text("gpus");
  least[0].name = text("cpus");
  lists[0].items = KEEP(least);
  o.interval_nanos = 1000000000;
  o.agent_order = APPORTION_ORDER_BY_ID;
  o.region = text("eu");
  o.fairness_exclude = KEEP(excluded);
  o.fairness_exclude_count = 1;
  o.min_allocatable = KEEP(lists);
  o.min_allocatable_count = 1;
  o.gc_percent = 200;
  o.memory_limit_bytes = 1 << 30;
  o.record_dir = text(folder());
  o.record_bytes = 1 << 24;
  o.record_seconds = 1;
  OK(NO_INSTANCE, apportion_create(keep(&o, sizeof(o)), &h));
  scrap();
}

static apportion_kind declare(const apportion_kind_info *info) {
  apportion_kind kind = {99}, again = {98};
  OK(h, apportion_declare_kind(h, info, &kind));
  OK(h, apportion_declare_kind(h, info, &again));
  CHECK(kind.number == again.number);
  return kind;
}

static apportion_kind declare_simple(const char *name, uint32_t type) {
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_kind kind;
  info.name = text(name);
  info.type = type;
  kind = declare(keep(&info, sizeof(info)));
  scrap();
  return kind;
}

/* A kind with everything that a kind can have. */
static apportion_kind declare_volume(void) {
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_reservation stack[2] = {
      {APPORTION_STATIC, 0, {0, 0}, {0, 0}, 0, 0},
      {APPORTION_DYNAMIC, 0, {0, 0}, {0, 0}, 0, 0}};
  apportion_label labels[2] = {{{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}};
  apportion_label metadata[1] = {{{0, 0}, {0, 0}}};
  apportion_kind kind;
  stack[0].role = text("eng");
  stack[0].labels = KEEP(labels); /* none, but present */
  stack[1].role = text("eng/dev");
  stack[1].principal = text("ops");
  labels[0].key = text("rack");
  labels[0].value = text("r1");
  labels[1].key = text("spare");
  stack[1].labels = KEEP(labels);
  stack[1].label_count = 2;
  metadata[0].key = text("fs");
  metadata[0].value = text("");
  info.name = text("disk");
  info.flags = APPORTION_KIND_SHARED | APPORTION_KIND_DISK;
  info.disk_source = APPORTION_DISK_MOUNT;
  info.provider = text("csi-1");
  info.reservations = KEEP(stack);
  info.reservation_count = 2;
  info.disk_root = text("/mnt/1");
  info.disk_vendor = text("acme");
  info.disk_id = text("id-1");
  info.disk_profile = text("fast");
  info.disk_persistence = text("volume-1");
  info.disk_metadata = KEEP(metadata);
  info.disk_metadata_count = 1;
  kind = declare(keep(&info, sizeof(info)));
  scrap();
  return kind;
}

#define IS(s, expected)                 \
  CHECK((s).data != NULL &&             \
        (s).size == strlen(expected) && \
        memcmp((s).data, expected, (s).size) == 0)

static void test_description(void) {
  size_t size = 0;
  apportion_kind_info *info;
  const apportion_reservation *r;
  EXPECT(APPORTION_E_TOO_SMALL, h,
         apportion_describe_kind(h, volume, NULL, 0, &size));
  info = malloc(size);
  CHECK(info != NULL);
  EXPECT(APPORTION_E_TOO_SMALL, h,
         apportion_describe_kind(h, volume, info, size - 1, &size));
  OK(h, apportion_describe_kind(h, volume, info, size, &size));
  IS(info->name, "disk");
  CHECK(info->flags == (APPORTION_KIND_SHARED | APPORTION_KIND_DISK));
  CHECK(info->type == APPORTION_SCALAR);
  CHECK(info->disk_source == APPORTION_DISK_MOUNT);
  IS(info->provider, "csi-1");
  IS(info->disk_root, "/mnt/1");
  IS(info->disk_vendor, "acme");
  IS(info->disk_id, "id-1");
  IS(info->disk_profile, "fast");
  IS(info->disk_persistence, "volume-1");
  CHECK(info->disk_metadata_count == 1);
  IS(info->disk_metadata[0].key, "fs");
  IS(info->disk_metadata[0].value, "");
  CHECK(info->reservation_count == 2);
  r = info->reservations;
  IS(r[0].role, "eng");
  CHECK(r[0].type == APPORTION_STATIC && r[0].principal.data == NULL);
  CHECK(r[0].labels != NULL && r[0].label_count == 0);
  IS(r[1].role, "eng/dev");
  CHECK(r[1].type == APPORTION_DYNAMIC);
  IS(r[1].principal, "ops");
  CHECK(r[1].label_count == 2);
  IS(r[1].labels[0].key, "rack");
  IS(r[1].labels[0].value, "r1");
  IS(r[1].labels[1].key, "spare");
  CHECK(r[1].labels[1].value.data == NULL);
  CHECK(declare(info).number == volume.number); /* what is read can be declared */
  free(info);
}

static void add_agent(int i, const char *id) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_resource total[3];
  total[0] = scalar(cpus, 4000);
  total[1] = scalar(mem, 8000000);
  total[2] = scalar(ports, 0);
  total[2].begin = 31000;
  total[2].end = 31999;
  info.id = text(id);
  info.hostname = text(id);
  info.region = text("eu");
  info.total = KEEP(total);
  info.total_count = 3;
  info.capabilities = APPORTION_CAP_MULTI_ROLE |
                      APPORTION_CAP_HIERARCHICAL_ROLE |
                      APPORTION_CAP_RESERVATION_REFINEMENT;
  OK(h, apportion_add_agent(h, keep(&info, sizeof(info)), &agents[i]));
  scrap();
}

static apportion_framework add_framework(const char *id, apportion_role role) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework framework = {0};
  info.id = text(id);
  info.roles = keep(&role, sizeof(role));
  info.role_count = 1;
  info.capabilities =
      APPORTION_CAP_MULTI_ROLE | APPORTION_CAP_RESERVATION_REFINEMENT;
  OK(h, apportion_add_framework(h, keep(&info, sizeof(info)), 1, NULL, 0,
                                &framework));
  scrap();
  return framework;
}

#define AGENT_0(p, n, c) apportion_agent_name(h, agents[0], p, n, c)
#define MARATHON(p, n, c) apportion_framework_name(h, marathon, p, n, c)
#define DEV(p, n, c) apportion_role_name(h, dev, p, n, c)
#define ITEM(p, n, c) apportion_item_name(h, item, p, n, c)
#define RESOURCE_1(p, n, c) apportion_resource_name(h, NAME_OF(1), p, n, c)

static void test_names(void) {
  uint64_t item = 9;
  apportion_agent agent = {0};
  apportion_framework framework = {0};
  apportion_str s = text("item");
  OK(h, apportion_declare_item(h, s.data, s.size, &item));
  scrap();
  READS("item", h, ITEM);
  READS("a0", h, AGENT_0);
  READS("marathon", h, MARATHON);
  READS("eng/dev", h, DEV);
  READS("mem", h, RESOURCE_1);
  OK(h, apportion_find_agent(h, "a1", 2, &agent));
  OK(h, apportion_find_framework(h, "spark", 5, &framework));
  CHECK(agent.handle == agents[1].handle && framework.handle == spark.handle);
}

/* Offers, a refusal, and its end. */
static void test_offers(void) {
  int64_t at = 0;
  int32_t pending = 0;
  OK(h, apportion_pending(h, &pending));
  CHECK(pending == 1);
  run(0, 3);
  CHECK(cycle.ran == 1 && cycle.candidates == 3 && cycle.headroom == 0);
  CHECK(offers[0].count == 3 && offers[0].role.number == dev.number);
  CHECK(offered[offers[0].first].kind.number == cpus.number);
  CHECK(offered[offers[0].first].amount == 4000);
  decline(3, 0, 5000000000);
  OK(h, apportion_next_deadline(h, &at));
  CHECK(at == 1000000000);
  OK(h, apportion_suppress_offers(h, spark, NULL, 0));
  run(1000000000, 2); /* what marathon did not refuse */
  decline(2, 1000000000, APPORTION_NO_FILTER);
}

/* Fails unless the call, of (resources, capacity, count), gives so many rows
 * and, of cpus that are not reserved, this amount. */
#define HOLDS(rows, amount_of_cpus, call)                            \
  do {                                                               \
    apportion_resource r[8];                                         \
    int64_t sum = 0;                                                 \
    size_t n = 99, m;                                                \
    memset(r, 0x5a, sizeof(r));                                      \
    OK(h, call(r, rows, &n));                                        \
    CHECK(n == (rows));                                              \
    for (m = 0; m < n; m++) {                                        \
      CHECK(r[m].reserved == 0);                                     \
      if (r[m].kind.number == cpus.number) sum += r[m].amount;                     \
    }                                                                \
    CHECK(sum == (amount_of_cpus));                                  \
    if (n > 0) EXPECT(APPORTION_E_TOO_SMALL, h, call(r, n - 1, &m)); \
  } while (0)

#define TOTAL(p, n, c) apportion_agent_total(h, agents[2], p, n, c)
#define FREE(p, n, c) apportion_agent_free(h, agents[2], p, n, c)
#define HELD_BY(f, r, p, n, c) apportion_agent_held(h, agents[2], f, r, p, n, c)
#define HELD(p, n, c) HELD_BY(FRAMEWORK_OF(0), ALL_ROLES, p, n, c)
#define HELD_BY_SPARK(p, n, c) HELD_BY(spark, dev, p, n, c)
#define HELD_BY_MARATHON(p, n, c) HELD_BY(marathon, dev, p, n, c)
#define HELD_IN_WEB(p, n, c) HELD_BY(spark, web, p, n, c)
#define ALLOCATED_IN(r, p, n, c) \
  apportion_agent_allocated(h, agents[2], r, p, n, c)
#define ALLOCATED(p, n, c) ALLOCATED_IN(ALL_ROLES, p, n, c)
#define ALLOCATED_IN_WEB(p, n, c) ALLOCATED_IN(web, p, n, c)

/* What the agent has is all offered to spark, and then in use by it. */
static void test_holdings(int in_use) {
  const size_t allocated = in_use ? 4 : 0;
  HOLDS(4, 3000, TOTAL);
  HOLDS(0, 0, FREE);
  HOLDS(4, 3000, HELD);
  HOLDS(4, 3000, HELD_BY_SPARK);
  HOLDS(0, 0, HELD_BY_MARATHON);
  HOLDS(0, 0, HELD_IN_WEB);
  HOLDS(allocated, in_use ? 3000 : 0, ALLOCATED);
  HOLDS(0, 0, ALLOCATED_IN_WEB);
}

static void test_reservation(void) {
  apportion_resource from[1], to[1];
  apportion_conversion c[1] = {{0, 1, 0, 1, 0, 0}};
  apportion_str host[1];
  from[0] = scalar(cpus, 1000);
  to[0] = scalar(reserved_cpus, 1000);
  c[0].consumed = KEEP(from);
  c[0].converted = KEEP(to);
  OK(h, apportion_update_available(h, agents[2], KEEP(c), 1));
  scrap();
  host[0] = text("a2");
  OK(h, apportion_set_whitelist(h, KEEP(host), 1));
  scrap();
  OK(h, apportion_deactivate_framework(h, marathon));
  OK(h, apportion_revive_offers(h, spark, NULL, 0));
  run(2000000000, 1);
  CHECK(offers[0].agent.handle == agents[2].handle && offers[0].framework.handle == spark.handle);
  CHECK(offers[0].count == 4); /* cpus twice */
  test_holdings(0);
  OK(h, apportion_transition(h, agents[2], dev, offered, offers[0].count));
  test_holdings(1);
  OK(h, apportion_recover_resources(h, 2, spark, agents[2], dev, offered, 4,
                                    APPORTION_NO_FILTER, 1));
  HOLDS(4, 3000, FREE);
  HOLDS(0, 0, HELD);
  OK(h, apportion_clear_whitelist(h));
}

static void test_maintenance(void) {
  apportion_inverse_offer asked[4];
  apportion_agent under[4];
  apportion_inverse_status statuses[4];
  char names[64];
  size_t n = 0, m = 0, size = 0;
  OK(h, apportion_request_allocation(h));
  run(3000000000, 3);
  OK(h, apportion_update_unavailability(h, agents[0], 1, 77, 88));
  run(3100000000, 0);
  CHECK(cycle.inverse_offers == 1);
  OK(h, apportion_cycle_inverse_offers(h, asked, 4, &n));
  CHECK(n == 1 && asked[0].agent.handle == agents[0].handle);
  CHECK(asked[0].framework.handle == spark.handle);
  CHECK(asked[0].start_nanos == 77 && asked[0].duration_nanos == 88);
  OK(h, apportion_update_inverse_offer(h, 3200000000, agents[0], spark,
                                       APPORTION_INVERSE_ACCEPT, 1));
  EXPECT(APPORTION_E_TOO_SMALL, h,
         apportion_inverse_statuses(h, under, 1, &n, statuses, 1, &m, names, 4,
                                    &size));
  CHECK(n == 1 && m == 1 && size == 5);
  OK(h, apportion_inverse_statuses(h, under, 1, &n, statuses, 1, &m, names, 5,
                                   &size));
  CHECK(under[0].handle == agents[0].handle && statuses[0].agent.handle == agents[0].handle);
  CHECK(statuses[0].status == APPORTION_INVERSE_ACCEPT);
  CHECK(statuses[0].reserved == 0 && statuses[0].id_size == 5);
  CHECK(memcmp(names + statuses[0].id_first, "spark", 5) == 0);
  decline(3, 3300000000, APPORTION_NO_FILTER);
}

/* Policies that have no number, from creation on. */
static void test_policies_at_creation(void) {
  apportion_options o = APPORTION_OPTIONS_INIT;
  apportion_instance one, other;
  o.role_policy = text("ranked");
  o.framework_policy = text("max_min:resource=cpus");
  OK(NO_INSTANCE, apportion_create(&o, &one));
  scrap();
  o.role_policy = o.framework_policy = text("");
  OK(NO_INSTANCE, apportion_create(&o, &other));
  CHECK(digest(one) != digest(other));
  OK(other, apportion_set_policy(other, ALL_ROLES,
                                 APPORTION_POLICY_OF_ROLES, "ranked", 6));
  OK(other, apportion_set_policy(other, ALL_ROLES,
                                 APPORTION_POLICY_OF_FRAMEWORKS,
                                 "max_min:resource=cpus", 21));
  CHECK(digest(one) == digest(other));
  OK(one, apportion_destroy(one));
  OK(other, apportion_destroy(other));
  o.framework_policy = text("fifo");
  REFUSED_AS("no such policy: \"fifo\" is none of", APPORTION_E_INVALID,
             NO_INSTANCE, apportion_create(&o, &one));
  scrap();
}

/* Policies of parts of the tree whose roles nobody has declared yet. */
static void test_settings_at_creation(void) {
  static const char wrong[] = "options: policy of role \"gpu\": "
                              "no such policy: \"gpus\" is none of";
  apportion_options o = APPORTION_OPTIONS_INIT;
  apportion_str settings[3];
  apportion_instance one, other;
  apportion_role batch;
  settings[0] = text("role_policy=ranked");
  settings[1] = text("policy./batch=decayed:half_life=24h");
  settings[2] = text("policy=asset");
  o.policies = KEEP(settings);
  o.policy_count = 3;
  OK(NO_INSTANCE, apportion_create(&o, &one));
  scrap();
  o.policy_count = 0;
  o.role_policy = text("ranked");
  o.framework_policy = text("asset");
  OK(NO_INSTANCE, apportion_create(&o, &other));
  CHECK(digest(one) != digest(other));
  OK(other, apportion_declare_role(other, "batch", 5, &batch));
  OK(other, apportion_set_policy(other, batch, APPORTION_POLICY_OF_ALL,
                                 "decayed:half_life=24h", 21));
  CHECK(digest(one) == digest(other));
  OK(other, apportion_destroy(other));

  /* The number of the role is the host's once it declares the role. */
  EXPECT(APPORTION_E_UNKNOWN_ROLE, one, apportion_release_roles(one, &batch, 1));
  OK(one, apportion_declare_role(one, "batch", 5, &batch));
  OK(one, apportion_set_policy(one, batch, APPORTION_POLICY_OF_ALL, "hdrf", 4));
  EXPECT(APPORTION_E_UNKNOWN_ROLE, one,
         apportion_set_policy(one, ROLE_OF(batch.number + 1), APPORTION_POLICY_OF_ALL, "hdrf", 4));
  OK(one, apportion_destroy(one));

  settings[0] = text("policy./gpu=gpus");
  o.policies = KEEP(settings);
  o.policy_count = 1;
  REFUSED_AS(wrong, APPORTION_E_INVALID, NO_INSTANCE, apportion_create(&o, &one));
  o.struct_size = (uint32_t)offsetof(apportion_options, policies);
  OK(NO_INSTANCE, apportion_create(&o, &one)); /* whose header knows of none */
  OK(one, apportion_destroy(one));
  scrap();
}

static void test_quota(void) {
  apportion_quantity guarantee[1] = {{{0, 0}, 20000}};
  apportion_headroom rows[4];
  apportion_metrics m = APPORTION_METRICS_INIT;
  apportion_role_metrics roles[8];
  apportion_role_key keys[8];
  apportion_quantity_metrics quantities[32];
  apportion_subscription subscriptions[4];
  size_t n = 0, i;
  int found = 0;
  guarantee[0].name = text("cpus");
  OK(h, apportion_set_quota(h, web, KEEP(guarantee), 1, NULL, 0));
  scrap();
  OK(h, apportion_request_allocation(h));
  run(4000000000, 1); /* what is reserved for the other role */
  CHECK(cycle.held_back_agents > 0 && cycle.headroom == 2);
  OK(h, apportion_cycle_headroom(h, rows, 4, &n));
  CHECK(n == 2 && rows[0].reserved == 0 && rows[0].required_before == 20000);
  CHECK(rows[0].available_before == 11000 && rows[0].held_back == 11000);

  OK(h, apportion_gather_metrics(h, &m));
  CHECK(m.agents == 3 && m.frameworks == 2 && m.allocation_runs > 0);
  CHECK(m.subscriptions == 2 && m.roles <= 8 && m.quantities <= 32);
  OK(h, apportion_metrics_roles(h, roles, 8, &n));
  CHECK(n == m.roles);
  OK(h, apportion_metrics_keys(h, keys, 8, &n));
  CHECK(n > 0);
  for (i = 0; i < n; i++)
    CHECK(keys[i].policy == APPORTION_ORDERED_BY_DRF && keys[i].key >= 0);
  OK(h, apportion_metrics_subscriptions(h, subscriptions, 4, &n));
  CHECK(n == 2 && subscriptions[0].framework.handle == marathon.handle &&
        subscriptions[0].role.number == web.number && subscriptions[0].flags == 0);
  OK(h, apportion_metrics_quantities(h, quantities, 32, &n));
  CHECK(n == m.quantities);
  for (i = 0; i < n; i++) {
    const apportion_quantity_metrics *q = &quantities[i];
    CHECK(q->resource.number < m.resource_names && q->reserved == 0);
    if (q->role.number == APPORTION_NO_ROLE && q->resource.number == rows[0].resource.number)
      found |= q->total == 12000;
    if (q->role.number == web.number && q->resource.number == rows[0].resource.number)
      found |= q->guarantee == 20000 ? 2 : 0;
    if (q->role.number == dev.number && q->resource.number == rows[0].resource.number)
      found |= q->reserved_quantity == 1000 ? 4 : 0;
  }
  CHECK(found == 7);
}

/* The instance is recorded from its creation on; test_create says so. */
static void test_recording(void) {
  apportion_recording r = APPORTION_RECORDING_INIT;
  char why[8];
  size_t n = 9;
  uint64_t calls;
  OK(h, apportion_recording_status(h, &r));
  CHECK(r.flags == APPORTION_RECORDING_ON && r.gaps == 0 && r.missing == 0);
  CHECK(r.calls > 50 && r.cycles > 3 && r.cycles < r.calls);
  CHECK(r.snapshots >= 1 && r.files >= 1 && r.longest_pause_nanos > 0);
  CHECK(r.written_bytes > 0 && r.folder_bytes > 0);
  OK(h, apportion_recording_gap(h, why, sizeof(why), &n));
  CHECK(n == 0);
  calls = r.calls;
  OK(h, apportion_request_allocation(h));
  OK(h, apportion_recording_status(h, &r));
  CHECK(r.calls == calls + 1);
  OK(h, apportion_stop_recording(h));
  OK(h, apportion_stop_recording(h)); /* there is none */
  OK(h, apportion_recording_status(h, &r));
  CHECK(r.flags == 0 && r.calls == 0 && r.files == 0);
}

/* Asks, and compares what is read as text and as JSON with what each says. */
static void ask(const apportion_question *q, const char *in_text,
                const char *in_json) {
  static char page[8192];
  size_t n = 0;
  OK(h, apportion_explain(h, q));
  OK(h, apportion_explained_text(h, page, sizeof(page) - 1, &n));
  page[n] = 0;
  CHECK(strstr(page, in_text) != NULL);
  OK(h, apportion_explained_json(h, page, sizeof(page) - 1, &n));
  page[n] = 0;
  CHECK(strstr(page, in_json) == page && strstr(page, "\"dev\"") == NULL);
}

/* Why marathon gets what it does in role web. */
static void test_explain(void) {
  apportion_question q = APPORTION_QUESTION_INIT;
  uint64_t before = 0, after = 0;
  q.framework = marathon;
  q.role = web;
  OK(h, apportion_digest(h, &before));
  ask(&q, "marathon in role web",
      "{\"version\":1,\"framework\":\"marathon\",\"role\":\"web\",\"now_ns\":");
  OK(h, apportion_digest(h, &after));
  CHECK(before == after);

  q.role = ALL_ROLES; /* and no other role may be named */
  q.flags = APPORTION_QUESTION_RESTRICTED;
  q.visible_roles = &web;
  q.visible_role_count = 1;
  ask(&q, "marathon in role web", "[{\"version\":1,\"framework\":\"marathon\"");
  q.visible_role_count = 0;
  ask(&q, "marathon is in 1 roles that you may not view.",
      "[{\"version\":1,\"framework\":\"marathon\",\"hidden\":1}]");
  q.flags = 0;
  q.framework = FRAMEWORK_OF(0);
  EXPECT(APPORTION_E_INVALID, h, apportion_explain(h, &q));
  q.role = web;
  ask(&q, "role web", "{\"version\":1,\"role\":\"web\"");
  q.agent = agents[0];
  EXPECT(APPORTION_E_INVALID, h, apportion_explain(h, &q));
  q.framework = marathon;
  ask(&q, "marathon in role web", "{\"version\":1,\"framework\":\"marathon\"");
}

/* Where roles stand, why eng has more than web, and what a newcomer would get. */
static void test_standing(void) {
  apportion_standing_question q = APPORTION_STANDING_QUESTION_INIT;
  const apportion_quantity little = {{"cpus", 4}, 1};
  uint64_t before = 0, after = 0;
  static char page[16384];
  size_t n = 0;
  OK(h, apportion_digest(h, &before));
  OK(h, apportion_explain_standing(h, &q)); /* everybody */
  OK(h, apportion_explained_json(h, page, sizeof(page) - 1, &n));
  page[n] = 0;
  CHECK(strstr(page, "{\"version\":1,") == page);
  CHECK(strstr(page, "\"framework\":\"marathon\",\"role\":\"web\"") != NULL);
  CHECK(strstr(page, "\"comparison\"") == NULL);
  CHECK(strstr(page, "\"newcomer\"") == NULL);

  q.role = web;
  q.other_role = web;
  q.flags = APPORTION_QUESTION_NEW_ROLE;
  q.new_request.items = &little;
  q.new_request.count = 1;
  OK(h, apportion_explain_standing(h, &q));
  OK(h, apportion_explained_text(h, page, sizeof(page) - 1, &n));
  page[n] = 0;
  CHECK(strstr(page, "Role web holds ") == page);
  CHECK(strstr(page, "the newcomer") != NULL);
  OK(h, apportion_explained_json(h, page, sizeof(page) - 1, &n));
  page[n] = 0;
  CHECK(strstr(page, "\"newcomer\":{\"asking\":true") != NULL);
  CHECK(strstr(page, "\"asks\":{\"cpus\":0.001}") != NULL);
  q.flags = APPORTION_QUESTION_NEW_FRAMEWORK; /* in all roles */
  EXPECT(APPORTION_E_INVALID, h, apportion_explain_standing(h, &q));
  q.flags = APPORTION_QUESTION_RESTRICTED;
  EXPECT(APPORTION_E_INVALID, h, apportion_explain_standing(h, &q)); /* nobody is new */
  q.new_request.count = 0;
  OK(h, apportion_explain_standing(h, &q));
  OK(h, apportion_explained_json(h, page, sizeof(page) - 1, &n));
  page[n] = 0;
  CHECK(strstr(page, "\"standings\":[]") != NULL);
  OK(h, apportion_digest(h, &after));
  CHECK(before == after);
}

/* Reads an answer that is there, with a NUL behind it. */
static char *view_answer(uint64_t answer) {
  static char text[65536];
  size_t n = 0, m = 0;
  EXPECT(APPORTION_E_TOO_SMALL, h, apportion_gathered_view(h, answer, NULL, 0, &n));
  CHECK(n > 0 && n < sizeof(text));
  EXPECT(APPORTION_E_TOO_SMALL, h,
         apportion_gathered_view(h, answer, text, n - 1, &m));
  OK(h, apportion_gathered_view(h, answer, text, n, &m));
  CHECK(n == m && text[0] == '{' && text[n - 1] == '}');
  text[n] = 0;
  EXPECT(APPORTION_E_STATE, h, apportion_gathered_view(h, answer, text, n, &m));
  return text;
}

static uint64_t ask_view(const apportion_view_question *q) {
  uint64_t answer = 0;
  OK(h, apportion_gather_view(h, q, &answer));
  return answer;
}

/* Of a state that has not changed, who has seen it is told that alone. */
static void test_unchanged_view(const char *seen) {
  apportion_view_question q = APPORTION_VIEW_QUESTION_INIT;
  char question[128];
  const char *cursor = strstr(seen, "\"cursor\":\"");
  const char *end;
  CHECK(cursor != NULL);
  cursor += strlen("\"cursor\":\"");
  end = strchr(cursor, '"');
  CHECK(end != NULL && end - cursor < 64);
  sprintf(question, "data?since=%.*s", (int)(end - cursor), cursor);
  q.question = text(question);
  seen = view_answer(ask_view(&q));
  CHECK(strlen(seen) < 150 && strstr(seen, "\"full\":false") != NULL);
  CHECK(strstr(seen, "\"roles\"") == NULL && strstr(seen, "cells") == NULL);
}

/* What the page needs: its files, what is sent with them, and answers. */
static void test_view(void) {
  apportion_view_question q = APPORTION_VIEW_QUESTION_INIT;
  static char file[65536];
  char *seen;
  size_t n = 0, i;
  uint64_t first, before = 0, after = 0;
  OK(NO_INSTANCE, apportion_view_file("", 0, file, sizeof(file) - 1, &n));
  file[n] = 0;
  CHECK(strstr(file, "view.js") != NULL);
  OK(NO_INSTANCE, apportion_view_headers("", 0, file, sizeof(file) - 1, &n));
  file[n] = 0;
  CHECK(strstr(file, "Content-Type: text/html; charset=utf-8\n") != NULL);
  CHECK(strstr(file, "\nContent-Security-Policy: default-src 'none'; ") != NULL);
  CHECK(strstr(file, "\nETag: \"") != NULL);
  OK(NO_INSTANCE, apportion_view_headers("data", 4, file, sizeof(file) - 1, &n));
  file[n] = 0;
  CHECK(strstr(file, "Content-Type: application/json\n") != NULL);
  CHECK(strstr(file, "ETag") == NULL);

  OK(h, apportion_digest(h, &before));
  q.question = text("data");
  seen = view_answer(ask_view(&q));
  CHECK(strstr(seen, "\"marathon\"") && strstr(seen, "\"eng/dev\""));
  test_unchanged_view(seen);
  q.flags = APPORTION_QUESTION_RESTRICTED;
  q.visible_roles = &web;
  q.visible_role_count = 1;
  q.visible_frameworks = &marathon;
  q.visible_framework_count = 1;
  seen = view_answer(ask_view(&q));
  CHECK(strstr(seen, "\"marathon\"") && !strstr(seen, "eng/dev"));
  q.visible_framework_count = 0;
  seen = view_answer(ask_view(&q));
  CHECK(!strstr(seen, "\"marathon\"") && strstr(seen, "\"web\""));
  q.question = text("explain?framework=marathon");
  EXPECT(APPORTION_E_UNKNOWN_FRAMEWORK, h, apportion_gather_view(h, &q, &after));
  q.flags = 0;
  CHECK(strstr(view_answer(ask_view(&q)), "\"explanations\":[{") != NULL);
  OK(h, apportion_digest(h, &after));
  CHECK(before == after);

  /* What nobody reads is forgotten. */
  q.question = text("find?agent=a1");
  first = ask_view(&q);
  for (i = 1; i < 64; i++) ask_view(&q);
  CHECK(strstr(view_answer(first), "\"a1\"") != NULL);
  first = ask_view(&q);
  for (i = 0; i < 64; i++) ask_view(&q);
  EXPECT(APPORTION_E_STATE, h,
         apportion_gathered_view(h, first, file, sizeof(file), &n));
  scrap();
}

static void test_batch(void) {
  apportion_op ops[3] = {APPORTION_OP_INIT, APPORTION_OP_INIT,
                         APPORTION_OP_INIT};
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_result results[3];
  apportion_str s = {0, 0};
  apportion_agent agent = {0};
  info.id = text("a9");
  ops[0].type = APPORTION_OP_ADD_AGENT;
  ops[0].u.add_agent = keep(&info, sizeof(info));
  ops[1].type = APPORTION_OP_REMOVE_FRAMEWORK;
  ops[1].u.framework = spark;
  ops[2].type = APPORTION_OP_DECLARE_ROLE;
  ops[2].u.string = s = text("eng/dev");
  OK(h, apportion_submit(h, KEEP(ops), 3, results));
  scrap();
  CHECK(results[0].code == 0 && results[1].code == 0 && results[2].code == 0);
  CHECK(results[1].value == 0 && results[2].value == dev.number);
  OK(h, apportion_find_agent(h, "a9", 2, &agent));
  CHECK(results[0].value == agent.handle);
}

/* Restores size bytes with the options. */
#define RESTORE(o) apportion_restore(o, bytes, size, &other)

/* Another instance goes on where this one is. */
static void test_snapshot(void) {
  apportion_options o = APPORTION_OPTIONS_INIT;
  apportion_instance other = {0};
  apportion_agent agent = {0};
  apportion_role role = {0};
  uint64_t was = digest(h);
  size_t size = 0, n = 0;
  char *bytes;
  char why[256];
  EXPECT(APPORTION_E_TOO_SMALL, h, apportion_snapshot(h, NULL, 0, &size));
  bytes = malloc(size + 1);
  CHECK(bytes != NULL);
  OK(h, apportion_snapshot(h, bytes, size, &size));
  o.gc_percent = 100;
  OK(NO_INSTANCE, RESTORE(&o));
  CHECK(digest(other) == was && digest(h) == was);
  OK(other, apportion_declare_role(other, "eng/dev", 7, &role));
  CHECK(role.number == dev.number);
  OK(other, apportion_find_agent(other, "a0", 2, &agent));
  OK(other, apportion_advance(h, 8000000000));
  OK(other, apportion_advance(other, 8000000000));
  CHECK(digest(other) == digest(h) && digest(h) != was);
  OK(other, apportion_destroy(other));

  other = NO_INSTANCE;
  o.seed = 1;
  EXPECT(APPORTION_E_INVALID, NO_INSTANCE, RESTORE(&o));
  OK(NO_INSTANCE, apportion_last_error(NO_INSTANCE, why, sizeof(why) - 1, &n));
  why[n] = 0;
  CHECK(strstr(why, "has those of its snapshot") != NULL);
  o.seed = 0;
  size++;
  EXPECT(APPORTION_E_INVALID, NO_INSTANCE, RESTORE(&o));
  size -= 2;
  EXPECT(APPORTION_E_INVALID, NO_INSTANCE, RESTORE(&o));
  size++;
  bytes[size / 2] ^= 1;
  EXPECT(APPORTION_E_INVALID, NO_INSTANCE, RESTORE(&o));
  OK(NO_INSTANCE, apportion_last_error(NO_INSTANCE, why, sizeof(why) - 1, &n));
  why[n] = 0;
  CHECK(strstr(why, "snapshot: offset ") == why && other.handle == 0);
  free(bytes);
}

#define STATE(p, n, c) apportion_state_json(h, p, n, c)

static void test_state(void) {
  size_t size = 0;
  char *json;
  uint64_t was = digest(h);
  EXPECT(APPORTION_E_TOO_SMALL, h, STATE(NULL, 0, &size));
  json = malloc(size);
  CHECK(json != NULL);
  OK(h, STATE(json, size, &size));
  CHECK(json[0] == '{' && json[size - 1] == '}');
  CHECK(digest(h) == was);
  OK(h, apportion_advance(h, 9000000000));
  CHECK(digest(h) != was);
  free(json);
}

int main(void) {
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_reservation reservation[1] = {
      {APPORTION_DYNAMIC, 0, {0, 0}, {0, 0}, 0, 0}};
  test_initialisers();
  test_texts();
  test_similar_names();
  test_create();
  OK(h, apportion_declare_role(h, "web", 3, &web));
  OK(h, apportion_declare_role(h, "eng/dev", 7, &dev));
  cpus = declare_simple("cpus", APPORTION_SCALAR);
  mem = declare_simple("mem", APPORTION_SCALAR);
  ports = declare_simple("ports", APPORTION_RANGES);
  info.name = text("cpus");
  reservation[0].role = text("eng/dev");
  info.reservations = KEEP(reservation);
  info.reservation_count = 1;
  reserved_cpus = declare(keep(&info, sizeof(info)));
  scrap();
  volume = declare_volume();
  test_description();
  marathon = add_framework("marathon", web);
  spark = add_framework("spark", dev);
  add_agent(0, "a0");
  add_agent(1, "a1");
  add_agent(2, "a2");
  test_names();
  test_offers();
  test_reservation();
  test_maintenance();
  test_quota();
  test_policies_at_creation();
  test_settings_at_creation();
  test_explain();
  test_standing();
  test_view();
  test_batch();
  test_snapshot();
  test_state();
  test_recording();
  OK(h, apportion_destroy(h));
  return 0;
}
