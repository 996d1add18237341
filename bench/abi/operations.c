/* What the answers to offers cost through the C library in a cluster that does not fit
 * the processor's caches, in Go's benchmark format: 50,000 offers, answered in random
 * order, are declined for five seconds; or a task is launched on each, and ends. As one
 * batch and as single calls, in turn.
 *
 *     operations [COUNT]
 *
 * Each line is there COUNT times (5). Go's lines of the same names, in the table, make
 * the same calls of the core. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

enum { AGENTS = 50000, FRAMEWORKS = 1000, ROLES = 200, GROUPS = 20 };

static const int64_t second = 1000000000;

/* A cluster, and what is done with its offers. */
struct world {
  struct cluster c;
  int64_t now;
  uint32_t order[AGENTS]; /* in which the offers are answered */
  apportion_resource task[KINDS - 1];
  apportion_resource rest[AGENTS][KINDS]; /* of each offer, without its task */
  apportion_op ops[AGENTS];
  apportion_result results[AGENTS];
};

/* From 0 to count - 1, the same numbers in each run. */
static uint32_t draw(uint32_t count) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % count);
}

static void open_world(struct world *w) {
  const apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_role roles[ROLES];
  char path[32];
  uint32_t i;
  open_agents(&w->c, &options, AGENTS);
  for (i = 0; i < ROLES; i++) {
    snprintf(path, sizeof(path), "org-%02d/team-%02d", (int)i % GROUPS, (int)i / GROUPS);
    OK(w->c.h, apportion_declare_role(w->c.h, path, strlen(path), &roles[i]));
  }
  for (i = 0; i < FRAMEWORKS; i++) add_framework(w->c.h, (int)i, &roles[i % ROLES]);
  for (i = 0; i < AGENTS; i++) {
    const uint32_t j = draw(i + 1);
    w->order[i] = w->order[j];
    w->order[j] = i;
  }
}

/* Offers every agent, after all filters have ended. */
static void offer(struct world *w) {
  uint32_t i, k;
  w->now += 10 * second;
  OK(w->c.h, apportion_advance(w->c.h, w->now));
  allocate(&w->c, w->now);
  for (k = 0; k < KINDS - 1; k++) {
    w->task[k] = w->c.resources[w->c.offers[0].first + k];
    w->task[k].amount /= 8;
  }
  for (i = 0; i < AGENTS; i++) {
    for (k = 0; k < KINDS; k++) {
      w->rest[i][k] = w->c.resources[w->c.offers[i].first + k];
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
    const apportion_offer *o = &w->c.offers[w->order[i]];
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
    u->resources = w->c.resources + o->first;
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
  OK(w->c.h, apportion_submit(w->c.h, w->ops, AGENTS, w->results));
}

static void call_each(struct world *w) {
  const apportion_instance h = w->c.h;
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

static const struct way {
  const char *name;
  void (*make)(struct world *);
} ways[] = {{"batch", submit}, {"single", call_each}};

static void measure(struct world *w, enum answer answer, const char *name,
                    const struct way *way) {
  int64_t took, processor;
  prepare(w, answer);
  processor = nanos_of(CLOCK_PROCESS_CPUTIME_ID);
  took = nanos_of(CLOCK_MONOTONIC);
  way->make(w);
  took = nanos_of(CLOCK_MONOTONIC) - took;
  processor = nanos_of(CLOCK_PROCESS_CPUTIME_ID) - processor;
  printf("BenchmarkABI/%s/threads=1/by=%s\t       1\t%12.0f ns/op\t%12.0f cpu-ns/op\t%8.1f ns/call\n",
         name, way->name, (double)took, (double)processor, (double)took / AGENTS);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 5;
  static struct world w;
  int i;
  size_t k;
  if (count < 1) {
    fprintf(stderr, "usage: operations [COUNT]\n");
    return 2;
  }
  open_world(&w);
  for (i = 0; i < count; i++) {
    for (k = 0; k < sizeof(ways) / sizeof(*ways); k++) {
      offer(&w);
      measure(&w, DECLINE, "decline_50k", &ways[k]);
      offer(&w);
      measure(&w, LAUNCH, "launch_50k", &ways[k]);
      prepare(&w, GIVE_REST);
      submit(&w);
      measure(&w, FINISH, "finish_50k", &ways[k]);
    }
  }
  close_cluster(&w.c);
  return 0;
}
