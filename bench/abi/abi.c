/* What the answers to offers cost through the C library in a cluster that does not fit
 * the processor's caches, in Go's benchmark format: 50,000 offers, answered in random
 * order, are declined for five seconds; or a task is launched on each, and ends. As one
 * batch and as single calls, in turn. And what as many calls take that do next to nothing.
 *
 *     abi [COUNT]
 *
 * Each line is there COUNT times (5). Go's lines of the same names, in the table, make
 * the same calls of the core. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apportion.h"

enum { AGENTS = 50000, FRAMEWORKS = 1000, ROLES = 200, GROUPS = 20, KINDS = 4 };

static const int64_t second = 1000000000;

/* A cluster, what was read of its last cycle, and what is done with its offers. */
struct world {
  apportion_instance h;
  apportion_offer offers[AGENTS];
  apportion_resource resources[AGENTS * KINDS];
  int64_t now;
  uint32_t order[AGENTS]; /* in which the offers are answered */
  apportion_resource task[KINDS - 1];
  apportion_resource rest[AGENTS][KINDS]; /* of each offer, without its task */
  apportion_op ops[AGENTS];
  apportion_result results[AGENTS];
};

/* Ends the program if a call on h has failed. */
static void check(int32_t code, apportion_instance h, const char *call) {
  char text[1024];
  size_t size = 0;
  if (code == APPORTION_OK) return;
  if (apportion_last_error(h, text, sizeof(text), &size) != 0) size = 0;
  fprintf(stderr, "abi: %s: %d: %.*s\n", call, (int)code, (int)size, text);
  exit(1);
}
#define OK(h, call) check(call, h, #call)

static int64_t nanos_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * second + t.tv_nsec;
}

static apportion_str str(const char *s) {
  apportion_str out;
  out.data = s;
  out.size = strlen(s);
  return out;
}

static void add_framework(apportion_instance h, int i, const apportion_role *role) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework framework;
  char id[32];
  snprintf(id, sizeof(id), "framework-%d", i);
  info.id = str(id);
  info.roles = role;
  info.role_count = 1;
  info.capabilities = APPORTION_CAP_MULTI_ROLE;
  OK(h, apportion_add_framework(h, &info, 1, NULL, 0, &framework));
}

/* Adds agents of one size, each with KINDS resources. */
static void add_agents(apportion_instance h) {
  static const char *const names[KINDS] = {"cpus", "mem", "disk", "ports"};
  static const int64_t amounts[KINDS] = {16000, 65536000, 1000000, 0};
  apportion_resource total[KINDS];
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_agent agent;
  char id[32];
  int i;
  memset(total, 0, sizeof(total));
  for (i = 0; i < KINDS; i++) {
    apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
    kind.name = str(names[i]);
    kind.type = amounts[i] == 0 ? APPORTION_RANGES : APPORTION_SCALAR;
    OK(h, apportion_declare_kind(h, &kind, &total[i].kind));
    total[i].amount = amounts[i];
  }
  total[KINDS - 1].begin = 31000;
  total[KINDS - 1].end = 32000;
  info.total = total;
  info.total_count = KINDS;
  for (i = 0; i < AGENTS; i++) {
    snprintf(id, sizeof(id), "agent-%d", i);
    info.id = info.hostname = str(id);
    OK(h, apportion_add_agent(h, &info, &agent));
  }
}

/* From 0 to count - 1, the same numbers in each run. */
static uint32_t draw(uint32_t count) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % count);
}

static void open_world(struct world *w) {
  const apportion_options options = APPORTION_OPTIONS_INIT;
  const apportion_instance none = {0};
  apportion_role roles[ROLES];
  char path[32];
  uint32_t i;
  OK(none, apportion_create(&options, &w->h));
  add_agents(w->h);
  for (i = 0; i < ROLES; i++) {
    snprintf(path, sizeof(path), "org-%02d/team-%02d", (int)i % GROUPS, (int)i / GROUPS);
    OK(w->h, apportion_declare_role(w->h, path, strlen(path), &roles[i]));
  }
  for (i = 0; i < FRAMEWORKS; i++) add_framework(w->h, (int)i, &roles[i % ROLES]);
  for (i = 0; i < AGENTS; i++) {
    const uint32_t j = draw(i + 1);
    w->order[i] = w->order[j];
    w->order[j] = i;
  }
}

/* Offers every agent, after all filters have ended, and reads the offers. */
static void offer(struct world *w) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  uint32_t i, k;
  size_t n;
  w->now += 10 * second;
  OK(w->h, apportion_advance(w->h, w->now));
  OK(w->h, apportion_request_allocation(w->h));
  OK(w->h, apportion_allocate(w->h, w->now, &cycle));
  OK(w->h, apportion_cycle_offers(w->h, w->offers, AGENTS, &n));
  if (n != AGENTS) {
    fprintf(stderr, "abi: %d offers, not %d\n", (int)n, AGENTS);
    exit(1);
  }
  OK(w->h, apportion_cycle_resources(w->h, w->resources, AGENTS * KINDS, &n));
  for (k = 0; k < KINDS - 1; k++) {
    w->task[k] = w->resources[w->offers[0].first + k];
    w->task[k].amount /= 8;
  }
  for (i = 0; i < AGENTS; i++) {
    for (k = 0; k < KINDS; k++) {
      w->rest[i][k] = w->resources[w->offers[i].first + k];
      if (k < KINDS - 1) w->rest[i][k].amount -= w->task[k].amount;
    }
  }
}

enum answer { DECLINE, LAUNCH, GIVE_REST, FINISH };

static void prepare_transition(const struct world *w, const apportion_offer *o,
                               apportion_op *op) {
  apportion_op_transition *t = &op->u.transition;
  op->type = APPORTION_OP_TRANSITION;
  t->agent = o->agent;
  t->role = o->role;
  t->resources = w->task;
  t->resource_count = KINDS - 1;
}

/* Turns the offers into operations that answer them. */
static void prepare(struct world *w, enum answer answer) {
  const apportion_op init = APPORTION_OP_INIT;
  int i;
  for (i = 0; i < AGENTS; i++) {
    const apportion_offer *o = &w->offers[w->order[i]];
    apportion_op_recover_resources *u = &w->ops[i].u.recover_resources;
    w->ops[i] = init;
    if (answer == LAUNCH) {
      prepare_transition(w, o, &w->ops[i]);
      continue;
    }
    w->ops[i].type = APPORTION_OP_RECOVER_RESOURCES;
    u->now = w->now;
    u->framework = o->framework;
    u->agent = o->agent;
    u->role = o->role;
    u->resources = w->resources + o->first;
    u->resource_count = KINDS;
    u->refuse_nanos = answer == DECLINE ? 5 * second : APPORTION_NO_FILTER;
    if (answer == GIVE_REST) u->resources = w->rest[w->order[i]];
    if (answer == FINISH) {
      u->resources = w->task;
      u->resource_count = KINDS - 1;
      u->allocated = 1;
    }
  }
}

static void submit(struct world *w) {
  OK(w->h, apportion_submit(w->h, w->ops, AGENTS, w->results));
}

static void call_each(struct world *w) {
  const apportion_instance h = w->h;
  int i;
  for (i = 0; i < AGENTS; i++) {
    const apportion_op_recover_resources *u = &w->ops[i].u.recover_resources;
    const apportion_op_transition *t = &w->ops[i].u.transition;
    if (w->ops[i].type == APPORTION_OP_TRANSITION) {
      OK(h, apportion_transition(h, t->agent, t->role, t->resources, t->resource_count));
    } else {
      OK(h, apportion_recover_resources(h, u->now, u->framework, u->agent, u->role,
                                        u->resources, u->resource_count,
                                        u->refuse_nanos, u->allocated));
    }
  }
}

/* Calls that do next to nothing: what it takes to cross into the library and back. */
static void cross(struct world *w) {
  int32_t pending;
  int i;
  for (i = 0; i < AGENTS; i++) OK(w->h, apportion_pending(w->h, &pending));
}

static void measure(struct world *w, const char *name, const char *by,
                    void (*make)(struct world *)) {
  int64_t processor = nanos_of(CLOCK_PROCESS_CPUTIME_ID);
  int64_t took = nanos_of(CLOCK_MONOTONIC);
  make(w);
  took = nanos_of(CLOCK_MONOTONIC) - took;
  processor = nanos_of(CLOCK_PROCESS_CPUTIME_ID) - processor;
  printf("BenchmarkABI/%s/by=%s\t       1\t%12.0f ns/op\t%12.0f cpu-ns/op\t%8.1f ns/call\n",
         name, by, (double)took, (double)processor, (double)took / AGENTS);
}

static const struct way {
  const char *name;
  void (*make)(struct world *);
} ways[] = {{"batch", submit}, {"single", call_each}};

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 5;
  static struct world w;
  int i;
  size_t k;
  if (count < 1) {
    fprintf(stderr, "usage: abi [COUNT]\n");
    return 2;
  }
  open_world(&w);
  for (i = 0; i < count; i++) {
    for (k = 0; k < sizeof(ways) / sizeof(*ways); k++) {
      offer(&w);
      prepare(&w, DECLINE);
      measure(&w, "decline_50k", ways[k].name, ways[k].make);
      offer(&w);
      prepare(&w, LAUNCH);
      measure(&w, "launch_50k", ways[k].name, ways[k].make);
      prepare(&w, GIVE_REST);
      submit(&w);
      prepare(&w, FINISH);
      measure(&w, "finish_50k", ways[k].name, ways[k].make);
    }
    measure(&w, "nothing_50k", "single", cross);
  }
  OK(w.h, apportion_destroy(w.h));
  return 0;
}
