/* Instances: every function with good handles and with bad ones, on an
 * instance that is busy and on one that has failed. Needs the library with
 * hooks. */
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>

#include "calls.h"

int32_t apportion_test_panic(apportion_instance instance);
int32_t apportion_test_hold(apportion_instance instance, int32_t *entered,
                            int32_t *release);
int32_t apportion_test_move_stack(void *p);

static int calls;
static int32_t wanted;

/* recover is refused where an agent was added; inverse_statuses may lack
 * room. */
static void want_ok(const char *name, int32_t code) {
  calls++;
  if (code == APPORTION_OK) return;
  if (strcmp(name, "recover") == 0 && code == APPORTION_E_STATE) return;
  fprintf(stderr, "apportion_%s: returned %d\n", name, (int)code);
  exit(1);
}

/* The functions that others do not keep out. */
static int is_reader(const char *name) {
  return strncmp(name, "metrics_", 8) == 0 ||
         strncmp(name, "gathered_", 9) == 0 ||
         strncmp(name, "explained_", 10) == 0;
}

static void want_code(const char *name, int32_t code) {
  if (wanted == APPORTION_E_BUSY && is_reader(name)) {
    /* There is no answer, since the question could not be asked. */
    const int none = strcmp(name, "gathered_view") == 0;
    CHECK(code == (none ? APPORTION_E_STATE : APPORTION_OK));
    return;
  }
  if (code == wanted) return;
  if (strcmp(name, "last_error") == 0 && code == APPORTION_OK &&
      wanted == APPORTION_E_PANIC)
    return;
  if (strcmp(name, "destroy") == 0 && code == APPORTION_OK &&
      wanted == APPORTION_E_PANIC)
    return;
  fprintf(stderr, "apportion_%s: returned %d and not %d\n", name, (int)code,
          (int)wanted);
  exit(1);
}

/* Of the process, text is there for everyone. */
static void want_handle(const char *name, int32_t code) {
  if (strcmp(name, "last_error") == 0 && code == APPORTION_OK) return;
  want_code(name, code);
}

static void test_good(void) {
  struct world w;
  make_world(&w);
  each_call(w.h, &w, want_ok);
  /* Without create, restore, abi_version, version, code_name, similar_names, view_file
   * and view_headers. */
  CHECK(calls == FUNCTIONS - 8);
}

static void test_stale(void) {
  struct world w, other;
  apportion_instance bad[9];
  size_t i;
  make_world(&w);
  other = w;
  bad[0].handle = 0;
  bad[1].handle = 1;
  bad[2].handle = w.h.handle + 1;
  bad[3].handle = w.h.handle + ((uint64_t)9 << 32); /* a generation to come */
  bad[4].handle = UINT64_MAX;
  bad[5].handle = w.agent.handle;
  bad[6].handle = w.framework.handle;
  /* what does not say what it is of */
  bad[7].handle = w.h.handle & ~((uint64_t)0xff << 56);
  bad[8] = w.h; /* once destroyed, and its slot taken by the next */
  OK(w.h, apportion_destroy(w.h));
  make_world(&w);
  wanted = APPORTION_E_HANDLE;
  for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
    CHECK(bad[i].handle != w.h.handle);
    each_call(bad[i], &other, bad[i].handle == 0 ? want_handle : want_code);
  }
  OK(w.h, apportion_destroy(w.h));
}

/* What is of another sort is refused by name, and stays. */
static void test_swapped(void) {
  struct world w;
  make_world(&w);
  REFUSED_AS("that is an agent's", APPORTION_E_HANDLE, NO_INSTANCE,
             apportion_destroy(INSTANCE_OF(w.agent.handle)));
  REFUSED_AS("that is a framework's", APPORTION_E_HANDLE, NO_INSTANCE,
             apportion_destroy(INSTANCE_OF(w.framework.handle)));
  REFUSED_AS("that is a framework's", APPORTION_E_UNKNOWN_AGENT, w.h,
             apportion_remove_agent(w.h, AGENT_OF(w.framework.handle)));
  REFUSED_AS("that is an instance's", APPORTION_E_UNKNOWN_AGENT, w.h,
             apportion_remove_agent(w.h, AGENT_OF(w.h.handle)));
  REFUSED_AS("that is an agent's", APPORTION_E_UNKNOWN_FRAMEWORK, w.h,
             apportion_remove_framework(w.h, FRAMEWORK_OF(w.agent.handle)));
  REFUSED_AS("that is a framework's", APPORTION_E_UNKNOWN_AGENT, w.h,
             apportion_recover_resources(
                 w.h, 2, FRAMEWORK_OF(w.agent.handle),
                 AGENT_OF(w.framework.handle), w.web, w.total, 2,
                 APPORTION_NO_FILTER, 0));
  OK(w.h, apportion_recover_resources(w.h, 2, w.framework, w.agent, w.web,
                                      w.total, 2, APPORTION_NO_FILTER, 0));
  OK(w.h, apportion_remove_agent(w.h, w.agent));
  OK(w.h, apportion_remove_framework(w.h, w.framework));
  OK(w.h, apportion_destroy(w.h));
}

/* Whose handles are of another instance, and on which they are tried. */
static struct world at;
static int agent_elsewhere, framework_elsewhere;

static int takes(const char *takers, const char *name) {
  char word[64];
  snprintf(word, sizeof(word), " %s ", name);
  return strstr(takers, word) != NULL;
}

static void want_elsewhere(const char *name, int32_t code) {
  const int agent = agent_elsewhere && takes(AGENT_TAKERS, name);
  const int framework = framework_elsewhere && takes(FRAMEWORK_TAKERS, name);
  char text[4096] = "";
  size_t size = 0;
  if (agent && code == APPORTION_E_UNKNOWN_AGENT) calls++;
  if (framework && code == APPORTION_E_UNKNOWN_FRAMEWORK) calls++;
  if (!agent && !framework) {
    CHECK(code != APPORTION_E_UNKNOWN_AGENT);
    CHECK(code != APPORTION_E_UNKNOWN_FRAMEWORK);
    return;
  }
  if (code == APPORTION_E_UNKNOWN_AGENT ||
      code == APPORTION_E_UNKNOWN_FRAMEWORK) {
    OK(at.h, apportion_last_error(at.h, text, sizeof(text) - 1, &size));
    if (strstr(text, "that is of another instance") != NULL) return;
  }
  fprintf(stderr, "apportion_%s: returned %d: %s\n", name, (int)code, text);
  exit(1);
}

/* Every operation that names an agent or framework, in one batch. */
static void test_batch_elsewhere(const struct world *w,
                                 const struct world *other) {
  apportion_agent_update update = APPORTION_AGENT_UPDATE_INIT;
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework_rank rank = {{0}, 1};
  apportion_op ops[23], init = APPORTION_OP_INIT;
  apportion_result results[23];
  const uint64_t before = digest(w->h);
  size_t n = 0, i;
#define ADD(of_type, member, value)       \
  ops[n] = init;                          \
  ops[n].type = APPORTION_OP_##of_type;   \
  ops[n++].u.member = value
  info.id = str("marathon");
  rank.framework = other->framework;
  ADD(RECOVER_RESOURCES, recover_resources.agent, other->agent);
  ops[n - 1].u.recover_resources.framework = w->framework;
  ADD(RECOVER_RESOURCES, recover_resources.agent, w->agent);
  ops[n - 1].u.recover_resources.framework = other->framework;
  ADD(TRANSITION, transition.agent, other->agent);
  ADD(UPDATE_ALLOCATION, update_allocation.agent, other->agent);
  ops[n - 1].u.update_allocation.framework = w->framework;
  ADD(UPDATE_ALLOCATION, update_allocation.agent, w->agent);
  ops[n - 1].u.update_allocation.framework = other->framework;
  ADD(UPDATE_AVAILABLE, update_available.agent, other->agent);
  ADD(UPDATE_FRAMEWORK, update_framework.framework, other->framework);
  ops[n - 1].u.update_framework.info = &info;
  ADD(REMOVE_FRAMEWORK, framework, other->framework);
  ADD(ACTIVATE_FRAMEWORK, framework, other->framework);
  ADD(DEACTIVATE_FRAMEWORK, framework, other->framework);
  ADD(SUPPRESS_OFFERS, framework_roles.framework, other->framework);
  ADD(REVIVE_OFFERS, framework_roles.framework, other->framework);
  ADD(REQUEST_RESOURCES, framework, other->framework);
  ADD(EXCLUDE_AGENTS, exclude_agents.framework, w->framework);
  ops[n - 1].u.exclude_agents.agents = &other->agent;
  ops[n - 1].u.exclude_agents.agent_count = 1;
  ADD(EXCLUDE_AGENT, exclude_agent.framework, w->framework);
  ops[n - 1].u.exclude_agent.agent = other->agent;
  ADD(UPDATE_AGENT, update_agent.agent, other->agent);
  ops[n - 1].u.update_agent.update = &update;
  ADD(REMOVE_AGENT, agent, other->agent);
  ADD(ACTIVATE_AGENT, agent, other->agent);
  ADD(DEACTIVATE_AGENT, agent, other->agent);
  ADD(ADD_RESOURCE_PROVIDER, add_resource_provider.agent, other->agent);
  ADD(UPDATE_UNAVAILABILITY, update_unavailability.agent, other->agent);
  ADD(UPDATE_INVERSE_OFFER, update_inverse_offer.agent, other->agent);
  ops[n - 1].u.update_inverse_offer.framework = w->framework;
  ADD(SET_RANKS, set_ranks.frameworks, &rank);
  ops[n - 1].u.set_ranks.framework_count = 1;
  CHECK(n == sizeof(ops) / sizeof(ops[0]));
  REFUSED_AS("operation 0: agent handle", APPORTION_E_PARTIAL, w->h,
             apportion_submit(w->h, ops, n, results));
  for (i = 0; i < n; i++)
    CHECK(results[i].code == APPORTION_E_UNKNOWN_AGENT ||
          results[i].code == APPORTION_E_UNKNOWN_FRAMEWORK);
  CHECK(digest(w->h) == before);
}

/* Two instances that count alike refuse each other's handles, and an answer has
 * one's own. */
static void test_elsewhere(void) {
  int direction, whose;
  calls = 0;
  for (direction = 0; direction < 2; direction++) {
    for (whose = 1; whose <= 3; whose++) {
      struct world one, two;
      make_world(&one);
      make_world(&two);
      CHECK(one.agent.handle != two.agent.handle && one.framework.handle != two.framework.handle);
      at = direction == 0 ? one : two;
      if (direction == 0) one = two;
      test_batch_elsewhere(&at, &one);
      two = at;
      agent_elsewhere = whose & 1;
      framework_elsewhere = whose & 2;
      if (agent_elsewhere) two.agent = one.agent;
      if (framework_elsewhere) two.framework = one.framework;
      each_call(at.h, &two, want_elsewhere); /* and destroys it */
      OK(one.h, apportion_remove_agent(one.h, one.agent));
      OK(one.h, apportion_remove_framework(one.h, one.framework));
      OK(one.h, apportion_destroy(one.h));
    }
  }
  CHECK(calls >= 6 * 14);
}

static void test_panic(void) {
  struct world w;
  apportion_op ops[2] = {APPORTION_OP_INIT, APPORTION_OP_INIT};
  apportion_result results[2] = {{1, 1, 1}, {1, 1, 1}};
  char text[4096];
  size_t size;
  make_world(&w);
  EXPECT(APPORTION_E_PANIC, w.h, apportion_test_panic(w.h));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &size));
  CHECK(size > 24 && memcmp(text, "internal error: provoked", 24) == 0);
  EXPECT(APPORTION_E_PANIC, w.h, apportion_submit(w.h, ops, 2, results));
  CHECK(results[0].code == APPORTION_E_PANIC && results[0].value == 0);
  CHECK(results[1].code == APPORTION_E_PANIC && results[1].reserved == 0);
  wanted = APPORTION_E_PANIC;
  each_call(w.h, &w, want_code);
  EXPECT(APPORTION_E_HANDLE, NO_INSTANCE, apportion_destroy(w.h));
}

/* Memory that is there but can't be read. */
static void test_nowhere(void) {
  struct world w;
  apportion_op op = APPORTION_OP_INIT;
  char text[4096];
  size_t size = 0;
  void *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(page != MAP_FAILED);
  make_world(&w);
  EXPECT(APPORTION_E_PANIC, w.h,
         apportion_transition(w.h, w.agent, w.web, page, 1));
  EXPECT(APPORTION_E_PANIC, w.h, apportion_pause(w.h));
  OK(w.h, apportion_destroy(w.h));
  make_world(&w);
  op.type = APPORTION_OP_PAUSE; /* is done, but nowhere is to be told so */
  EXPECT(APPORTION_E_PANIC, w.h, apportion_submit(w.h, &op, 1, page));
  OK(w.h, apportion_destroy(w.h));
  make_world(&w);
  EXPECT(APPORTION_E_PANIC, w.h, apportion_gathered_metrics(w.h, page));
  EXPECT(APPORTION_E_PANIC, w.h, apportion_pause(w.h));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &size));
  CHECK(size > 0 && size <= sizeof(text));
  OK(w.h, apportion_destroy(w.h));
  CHECK(munmap(page, 4096) == 0);
}

struct holder {
  apportion_instance h;
  int32_t entered, release, code;
};

static void *hold(void *p) {
  struct holder *x = p;
  x->code = apportion_test_hold(x->h, &x->entered, &x->release);
  return NULL;
}

static void test_busy(void) {
  struct world w;
  struct holder x = {{0}, 0, 0, 1};
  pthread_t thread;
  uint64_t before;
  make_world(&w);
  before = digest(w.h);
  x.h = w.h;
  CHECK(pthread_create(&thread, NULL, hold, &x) == 0);
  while (__atomic_load_n(&x.entered, __ATOMIC_ACQUIRE) == 0) sched_yield();
  wanted = APPORTION_E_BUSY;
  each_call(w.h, &w, want_code);
  __atomic_store_n(&x.release, 1, __ATOMIC_RELEASE);
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(x.code == APPORTION_OK && digest(w.h) == before);
  OK(w.h, apportion_destroy(w.h));
}

/* Threads that all use one instance: a call succeeds or finds another under
 * way, and is made again. */
static void *hammer(void *p) {
  struct world *w = p;
  int done = 0;
  while (done < 500) {
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    uint64_t d;
    int32_t code = done % 3 == 0   ? apportion_allocate(w->h, done, &cycle)
                   : done % 3 == 1 ? apportion_request_allocation(w->h)
                                   : apportion_digest(w->h, &d);
    CHECK(code == APPORTION_OK || code == APPORTION_E_BUSY);
    if (code == APPORTION_OK)
      done++;
    else
      sched_yield();
  }
  return NULL;
}

static void test_threads(void) {
  struct world w;
  pthread_t threads[4];
  int i;
  make_world(&w);
  for (i = 0; i < 4; i++)
    CHECK(pthread_create(&threads[i], NULL, hammer, &w) == 0);
  for (i = 0; i < 4; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  OK(w.h, apportion_destroy(w.h));
}

static void test_many(void) {
  static apportion_instance all[APPORTION_MAX_INSTANCES];
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance more = {7};
  int i;
  for (i = 0; i < APPORTION_MAX_INSTANCES; i++)
    OK(NO_INSTANCE, apportion_create(&options, &all[i]));
  EXPECT(APPORTION_E_LIMIT, NO_INSTANCE, apportion_create(&options, &more));
  CHECK(more.handle == 7);
  for (i = 0; i < APPORTION_MAX_INSTANCES; i++)
    OK(all[i], apportion_destroy(all[i]));
}

int main(void) {
  test_good();
  test_stale();
  test_swapped();
  test_elsewhere();
  test_panic();
  test_nowhere();
  test_busy();
  test_threads();
  test_many();
  CHECK(apportion_test_move_stack((void *)8) == APPORTION_OK);
  return 0;
}
