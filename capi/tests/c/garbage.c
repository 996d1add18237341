/* Everything that a call can be passed and must refuse: each time the right
 * code, nothing written, and the state unchanged. handles.c has bad instances,
 * fuzz.c what nobody thought of. */
#include "garbage.h"

struct world w, elsewhere, destroyed;

int seen[600];
char odd_memory[64];

static void test_create(void) {
  apportion_options o = APPORTION_OPTIONS_INIT;
  const apportion_options good = o;
  apportion_instance h = {7};
  apportion_quantity q = {{"cpus", 4}, -1};
  apportion_quantities list = {&q, 1};
  apportion_str empty = {"", 0}, setting = {"policy=drf", 10};

#define CREATE_REFUSES(want) \
  REFUSES(want, apportion_create(&o, &h)); CHECK(h.handle == 7); o = good

  REFUSES(APPORTION_E_NULL, apportion_create(NULL, &h));
  REFUSES(APPORTION_E_NULL, apportion_create(&o, NULL));
  REFUSES(APPORTION_E_ALIGN, apportion_create(ODD(apportion_options), &h));
  REFUSES(APPORTION_E_ALIGN, apportion_create(&o, ODD(apportion_instance)));
  o.abi_version = APPORTION_ABI_VERSION + 1;
  o.struct_size += 8;
  CREATE_REFUSES(APPORTION_E_VERSION);
  o.abi_version = 0;
  CREATE_REFUSES(APPORTION_E_VERSION);
  o.struct_size = APPORTION_OPTIONS_MIN_SIZE - 8;
  CREATE_REFUSES(APPORTION_E_STRUCT_SIZE);
  o.reserved = 1;
  CREATE_REFUSES(APPORTION_E_RESERVED);
  o.flags = 8;
  CREATE_REFUSES(APPORTION_E_RESERVED);
  o.interval_nanos = -1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.recovery_timeout_nanos = -2; /* -1: none */
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.agent_recovery_factor = -0.5; /* -1: none */
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.lending_grace_nanos = -1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.lending_least_nanos = 24 * 3600 * (int64_t)1000000000 + 1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.gc_percent = -2;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.memory_limit_bytes = -1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.record_bytes = 1; /* where? */
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.record_seconds = 1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.record_dir = str(folder());
  o.record_bytes = -1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.record_dir = str(folder());
  o.record_bytes = 1000; /* less than two snapshots */
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.record_dir = str(folder());
  o.record_seconds = INT64_MAX;
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.record_dir = str("/dev/null/below");
  CREATE_REFUSES(APPORTION_E_STATE);
  o.record_dir.size = 1;
  CREATE_REFUSES(APPORTION_E_NULL);
  o.role_policy.size = 1;
  CREATE_REFUSES(APPORTION_E_NULL);
  o.framework_policy = str("hdrf:");
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.policy_count = 1;
  CREATE_REFUSES(APPORTION_E_NULL);
  o.policies = &setting;
  o.policy_count = TOO_MANY;
  CREATE_REFUSES(APPORTION_E_COUNT);
  setting = str("policy.batch=hdrf");
  o.policies = &setting;
  o.policy_count = 1;
  CREATE_REFUSES(APPORTION_E_INVALID);
  setting = str("policy./a//b=hdrf");
  o.policies = &setting;
  o.policy_count = 1;
  CREATE_REFUSES(APPORTION_E_NAME);
  o.agent_order = 65536; /* 0 in eight bits */
  CREATE_REFUSES(APPORTION_E_INVALID);
  o.region.size = 1;
  CREATE_REFUSES(APPORTION_E_NULL);
  o.fairness_exclude_count = 1;
  CREATE_REFUSES(APPORTION_E_NULL);
  o.fairness_exclude = &empty;
  o.fairness_exclude_count = 1;
  CREATE_REFUSES(APPORTION_E_NAME);
  o.fairness_exclude = &empty;
  o.fairness_exclude_count = TOO_MANY;
  CREATE_REFUSES(APPORTION_E_COUNT);
  o.min_allocatable = &list;
  o.min_allocatable_count = 1;
  CREATE_REFUSES(APPORTION_E_AMOUNT);
  o.min_allocatable = &list;
  o.min_allocatable_count = LIST_TOO_LONG;
  CREATE_REFUSES(APPORTION_E_COUNT);
  list.count = APPORTION_MAX_QUANTITIES + 1;
  o.min_allocatable = &list;
  o.min_allocatable_count = 1;
  CREATE_REFUSES(APPORTION_E_COUNT);
}

/* Limits of the allocator: more names of resources than there is room for. */
/* What apportion_next_deadline gives where nothing is due stops no clock. */
static void test_never(void) {
  REFUSES_SAYING("is no time", APPORTION_E_INVALID,
                 apportion_advance(w.h, APPORTION_NEVER));
}

static void test_limits(void) {
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_kind kind = {0};
  char name[16];
  int i;
  for (i = 0; i < APPORTION_MAX_QUANTITIES; i++) {
    sprintf(name, "n%d", i);
    info.name = str(name);
    if (apportion_declare_kind(w.h, &info, &kind) != APPORTION_OK) break;
  }
  REFUSES(APPORTION_E_LIMIT, apportion_declare_kind(w.h, &info, &kind));
}

static void test_batches(void) {
  apportion_op ops[3] = {APPORTION_OP_INIT, APPORTION_OP_INIT,
                         APPORTION_OP_INIT};
  apportion_result results[3];
  char text[4096];
  size_t size;
  int32_t paused = 0;
  memset(results, 0x5a, sizeof(results));

  REFUSES(APPORTION_E_NULL, apportion_submit(w.h, NULL, 1, results));
  REFUSES(APPORTION_E_NULL, apportion_submit(w.h, ops, 1, NULL));
  REFUSES(APPORTION_E_ALIGN,
          apportion_submit(w.h, ops, 1, ODD(apportion_result)));
  REFUSES(APPORTION_E_ALIGN, apportion_submit(w.h, ODD(apportion_op), 1, results));
  REFUSES(APPORTION_E_ALIGN,
          apportion_submit(w.h, (const apportion_op *)((const char *)ops + 4), 1, results));
  REFUSES(APPORTION_E_COUNT, apportion_submit(w.h, ops, TOO_MANY, results));
  REFUSES(APPORTION_E_COUNT, apportion_submit(w.h, ops, HUGE_COUNT, results));
  ops[0].struct_size = 8;
  REFUSES(APPORTION_E_STRUCT_SIZE, apportion_submit(w.h, ops, 3, results));
  CHECK(memchr(results, 0, sizeof(results)) == NULL);

  /* What fails does so alone. */
  ops[0].struct_size = ops[1].struct_size;
  ops[0].type = 77;
  ops[1].type = APPORTION_OP_PAUSE;
  ops[2].type = APPORTION_OP_PAUSE;
  ops[2].struct_size = 8;
  EXPECT(APPORTION_E_PARTIAL, w.h, apportion_submit(w.h, ops, 3, results));
  seen[-APPORTION_E_PARTIAL] = 1;
  CHECK(results[0].code == APPORTION_E_INVALID);
  CHECK(results[1].code == APPORTION_OK);
  CHECK(results[2].code == APPORTION_E_STRUCT_SIZE);
  CHECK(results[0].reserved == 0 && results[0].value == 0);
  OK(w.h, apportion_paused(w.h, &paused));
  CHECK(paused == 1);
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &size));
  CHECK(size > 13 && memcmp(text, "operation 0: ", 13) == 0);

  ops[0].type = APPORTION_OP_ADD_FRAMEWORK;
  ops[0].u.add_framework.reserved = 1;
  EXPECT(APPORTION_E_PARTIAL, w.h, apportion_submit(w.h, ops, 1, results));
  CHECK(results[0].code == APPORTION_E_RESERVED);
  OK(w.h, apportion_resume(w.h));
}

/* Bytes that are no text. */
static void test_bytes(void) {
  static char noise[APPORTION_MAX_STRING];
  apportion_role role;
  apportion_agent agent;
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  char text[4096];
  size_t size, i;
  unsigned x = 1;
  for (i = 0; i < sizeof(noise); i++)
    noise[i] = (char)((x = x * 1103515245u + 12345u) >> 16);
  for (i = 0; i < 2000; i++) {
    int32_t code = apportion_declare_role(w.h, noise + i, i % 64, &role);
    CHECK(code == APPORTION_OK || code == APPORTION_E_NAME);
  }
  REFUSES(APPORTION_E_NAME,
          apportion_declare_role(w.h, noise, sizeof(noise), &role));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &size));
  CHECK(size > 0 && size < sizeof(text));
  memset(noise, 0xff, sizeof(noise)); /* of four bytes each in a text */
  REFUSES(APPORTION_E_UNKNOWN_AGENT,
          apportion_find_agent(w.h, noise, sizeof(noise), &agent));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &size));
  CHECK(size > sizeof(text) - 4 && size <= sizeof(text)); /* cut short */
  info.id.data = "\xff\xc0\x80";
  info.id.size = 3;
  OK(w.h, apportion_add_agent(w.h, &info, &agent));
  OK(w.h, apportion_agent_name(w.h, agent, text, sizeof(text), &size));
  CHECK(size == 3 && memcmp(text, info.id.data, 3) == 0);
  REFUSES(APPORTION_E_EXISTS, apportion_add_agent(w.h, &info, &agent));
}

/* A pointer to nowhere ends a batch: what was done before it stays so. */
static void test_panic_in_batch(void) {
  struct world other;
  apportion_op ops[3] = {APPORTION_OP_INIT, APPORTION_OP_INIT,
                         APPORTION_OP_INIT};
  apportion_result results[3];
  make_world(&other);
  ops[0].type = ops[2].type = APPORTION_OP_PAUSE;
  ops[1].type = APPORTION_OP_TRANSITION;
  ops[1].u.transition.agent = other.agent;
  ops[1].u.transition.role = other.web;
  ops[1].u.transition.resources = (const apportion_resource *)(uintptr_t)8192;
  ops[1].u.transition.resource_count = 1;
  EXPECT(APPORTION_E_PANIC, other.h,
         apportion_submit(other.h, ops, 3, results));
  CHECK(results[0].code == APPORTION_OK);
  CHECK(results[1].code == APPORTION_E_PANIC);
  CHECK(results[2].code == APPORTION_E_PANIC);
  OK(other.h, apportion_destroy(other.h));
}

/* Codes that need an instance in a state which handles.c brings about. */
static void test_all_seen(void) {
  static const int all[] = {ALL_CODES};
  size_t i;
  seen[-APPORTION_E_HANDLE] = seen[-APPORTION_E_BUSY] = 1;
  seen[-APPORTION_E_PANIC] = 1;
  for (i = 0; i < sizeof(all) / sizeof(*all); i++) {
    if (!seen[-all[i]]) fprintf(stderr, "code %d was never returned\n", all[i]);
    CHECK(seen[-all[i]]);
  }
}

int main(void) {
  make_world(&destroyed);
  OK(destroyed.h, apportion_destroy(destroyed.h));
  make_world(&w);
  make_world(&elsewhere);
  test_create();
  test_outputs();
  test_answers();
  test_names();
  test_kinds();
  test_agents();
  test_frameworks();
  test_resources();
  test_holdings();
  test_maintenance();
  test_policy();
  test_batches();
  test_panic_in_batch();
  test_bytes();
  test_limits();
  test_never();
  test_all_seen();
  OK(elsewhere.h, apportion_destroy(elsewhere.h));
  OK(w.h, apportion_destroy(w.h));
  return 0;
}
