/* Random operations, half of them plausible: whatever is passed, the call
 * returns, with a code that is documented, and one that fails leaves no trace.
 * The seed is the program's argument, so that a failure can be repeated. */
#define ROOM(type, name, n) static type name[n]
#include "fuzz_ops.h"

static uint64_t state;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

/* Takes what was offered, gives it back, or both. */
static void answer_offers(apportion_instance h, int64_t now) {
  apportion_offer offers[64];
  apportion_resource offered[512];
  size_t n, m, i;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  OK(h, apportion_allocate(h, now, &cycle));
  if (apportion_cycle_offers(h, offers, 64, &n) != APPORTION_OK) return;
  if (apportion_cycle_resources(h, offered, 512, &m) != APPORTION_OK) return;
  CHECK(n == cycle.offers && m == cycle.resources);
  for (i = 0; i < n; i++) {
    const apportion_offer *o = &offers[i];
    const apportion_resource *r = offered + o->first;
    if (below(2))
      OK(h, apportion_transition(h, o->agent, o->role, r, o->count));
    else
      OK(h, apportion_recover_resources(h, now, o->framework, o->agent,
                                        o->role, r, o->count, a_time(), 0));
  }
}

static void run(uint64_t seed, int steps) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance h = {0};
  int i, failed = 0, done = 0;
  apportion_role role;
  uint64_t item;
  state = seed * 2 + 1;
  memset(agent_handles, 0, sizeof(agent_handles));
  memset(framework_handles, 0, sizeof(framework_handles));
  options.interval_nanos = 1000000000;
  options.seed = seed;
  OK(NO_INSTANCE, apportion_create(&options, &h));
  OK(h, apportion_declare_role(h, "web/x", 5, &role));
  OK(h, apportion_declare_item(h, "item", 4, &item));
  kind_of(h, "cpus", APPORTION_SCALAR);
  kind_of(h, "mem", APPORTION_SCALAR);
  kind_of(h, "disk", APPORTION_SCALAR);
  kind_of(h, "ports", APPORTION_RANGES);
  kind_of(h, "racks", APPORTION_SET);
  for (i = 0; i < steps; i++) {
    apportion_op op = APPORTION_OP_INIT;
    apportion_result result = {1, 1, 1};
    uint64_t before;
    int32_t code;
    fill_arguments();
    fill_records();
    fill_op(&op);
    before = digest(h);
    code = apportion_submit(h, &op, 1, &result);
    check_code(code);
    if (code == APPORTION_E_PARTIAL) check_code(code = result.code);
    if (code != APPORTION_OK) {
      failed++;
      if (digest(h) != before)
        fprintf(stderr, "seed %d, step %d: operation %u, failed with %d\n",
                (int)seed, i, (unsigned)op.type, (int)code);
      CHECK(digest(h) == before);
      continue;
    }
    done++;
    if (op.type == APPORTION_OP_ADD_AGENT)
      agent_handles[below(16)] = result.value;
    if (op.type == APPORTION_OP_ADD_FRAMEWORK)
      framework_handles[below(16)] = result.value;
    if (below(4) == 0) answer_offers(h, (int64_t)i * 10000000);
  }
  CHECK(failed > steps / 20 && done > steps / 20);
  OK(h, apportion_destroy(h));
}

int main(int argc, char **argv) {
  int first = argc > 1 ? atoi(argv[1]) : 1;
  int last = argc > 2 ? atoi(argv[2]) : first;
  int steps = argc > 3 ? atoi(argv[3]) : 2000;
  for (; first <= last; first++) run((uint64_t)first, steps);
  return 0;
}
