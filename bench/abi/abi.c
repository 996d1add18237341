/* What the C library adds to its core, in Go's benchmark format: recoveries of
 * 1,000 offers as single calls, as one batch, and as calls of the core within
 * one crossing; a call that does next to nothing; a cycle with what is read of
 * it. With one thread, and with two that have an instance each.
 *
 *     abi [SECONDS [COUNT]]
 *
 * Each line is COUNT times (1) what SECONDS (0.5) of the work took. The sorts
 * of one line take turns, so that a disturbance hits them alike. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>

#include "program.h"

/* Of a library that is built with the tag apportion_benchhooks. */
int32_t apportion_bench_recover(apportion_instance instance,
                                const apportion_op *ops, size_t count,
                                int64_t *nanos);

enum { AGENTS = 1000, FRAMEWORKS = 100, MAX_THREADS = 2 };

/* A cluster, and what was read of its last cycle. */
struct cluster {
  apportion_instance h;
  apportion_offer offers[AGENTS];
  apportion_resource resources[AGENTS * KINDS];
  apportion_op ops[AGENTS];
  apportion_result results[AGENTS];
};

static void add_frameworks(struct cluster *c) {
  apportion_role role;
  int i;
  OK(c->h, apportion_declare_role(c->h, "web", 3, &role));
  for (i = 0; i < FRAMEWORKS; i++) add_framework(c->h, i, &role);
}

static struct cluster *new_cluster(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  struct cluster *c = calloc(1, sizeof(*c));
  if (c == NULL) abort();
  OK(0, apportion_create(&options, &c->h));
  add_agents(c->h, AGENTS);
  add_frameworks(c);
  return c;
}

/* Offers every agent and reads the offers. */
static void allocate(struct cluster *c) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  size_t n;
  OK(c->h, apportion_request_allocation(c->h));
  OK(c->h, apportion_allocate(c->h, 0, &cycle));
  OK(c->h, apportion_cycle_offers(c->h, c->offers, AGENTS, &n));
  if (n != AGENTS) {
    fprintf(stderr, "abi: %d offers, not %d\n", (int)n, AGENTS);
    exit(1);
  }
  OK(c->h, apportion_cycle_resources(c->h, c->resources, AGENTS * KINDS, &n));
}

/* Turns the offers into operations that give them back. */
static void prepare(struct cluster *c) {
  const apportion_op init = APPORTION_OP_INIT;
  int i;
  for (i = 0; i < AGENTS; i++) {
    const apportion_offer *o = &c->offers[i];
    apportion_op_recover_resources *u = &c->ops[i].u.recover_resources;
    c->ops[i] = init;
    c->ops[i].type = APPORTION_OP_RECOVER_RESOURCES;
    u->framework = o->framework;
    u->agent = o->agent;
    u->role = o->role;
    u->resources = c->resources + o->first;
    u->resource_count = o->count;
    u->refuse_nanos = APPORTION_NO_FILTER;
  }
}

/* What is measured: each returns the nanoseconds of one round. */

static int64_t recover_single(struct cluster *c) {
  int64_t began;
  int i;
  allocate(c);
  prepare(c);
  began = nanos_of(CLOCK_MONOTONIC);
  for (i = 0; i < AGENTS; i++) {
    const apportion_op_recover_resources *u = &c->ops[i].u.recover_resources;
    OK(c->h, apportion_recover_resources(c->h, u->now, u->framework, u->agent,
                                         u->role, u->resources,
                                         u->resource_count, u->refuse_nanos,
                                         u->allocated));
  }
  return nanos_of(CLOCK_MONOTONIC) - began;
}

static int64_t recover_batch(struct cluster *c) {
  int64_t began;
  allocate(c);
  prepare(c);
  began = nanos_of(CLOCK_MONOTONIC);
  OK(c->h, apportion_submit(c->h, c->ops, AGENTS, c->results));
  return nanos_of(CLOCK_MONOTONIC) - began;
}

static int64_t recover_core(struct cluster *c) {
  int64_t took = 0;
  allocate(c);
  prepare(c);
  OK(c->h, apportion_bench_recover(c->h, c->ops, AGENTS, &took));
  return took;
}

static int64_t call_1000(struct cluster *c) {
  const int64_t began = nanos_of(CLOCK_MONOTONIC);
  int32_t pending;
  int i;
  for (i = 0; i < 1000; i++) OK(c->h, apportion_pending(c->h, &pending));
  return nanos_of(CLOCK_MONOTONIC) - began;
}

static int64_t cycle_1000(struct cluster *c) {
  int64_t took = nanos_of(CLOCK_MONOTONIC);
  allocate(c);
  took = nanos_of(CLOCK_MONOTONIC) - took;
  prepare(c);
  OK(c->h, apportion_submit(c->h, c->ops, AGENTS, c->results));
  return took;
}

static const struct line {
  const char *name, *by;
  int64_t (*round)(struct cluster *);
} lines[] = {{"recover_1000", "core", recover_core},
             {"recover_1000", "batch", recover_batch},
             {"recover_1000", "single", recover_single},
             {"call_1000", "single", call_1000},
             {"cycle_1000", "single", cycle_1000}};

enum { LINES = sizeof(lines) / sizeof(*lines) };

/* One thread: all lines in turn until each has had its time. */
struct worker {
  struct cluster *c;
  int64_t budget;
  int64_t took[LINES];
  int64_t rounds[LINES];
};

static void *work(void *argument) {
  struct worker *w = argument;
  int i, more = 1;
  while (more) {
    for (i = more = 0; i < LINES; i++) {
      int j;
      if (w->took[i] >= w->budget) continue;
      /* A few in a row, of which the first pays for what the line before has
       * left in the caches. */
      for (j = 0; j < 8; j++) {
        const int64_t took = lines[i].round(w->c);
        if (j == 0) continue;
        w->took[i] += took;
        w->rounds[i]++;
      }
      more |= w->took[i] < w->budget;
    }
  }
  return NULL;
}

/* Runs as many threads and prints a line for each sort of work. */
static void run(struct cluster **clusters, int threads, int64_t budget) {
  struct worker workers[MAX_THREADS];
  pthread_t ids[MAX_THREADS];
  int i, t;
  memset(workers, 0, sizeof(workers));
  for (t = 0; t < threads; t++) {
    workers[t].c = clusters[t];
    workers[t].budget = budget;
    if (pthread_create(&ids[t], NULL, work, &workers[t]) != 0) abort();
  }
  for (t = 0; t < threads; t++) pthread_join(ids[t], NULL);
  for (i = 0; i < LINES; i++) {
    int64_t took = 0, rounds = 0;
    for (t = 0; t < threads; t++) {
      took += workers[t].took[i];
      rounds += workers[t].rounds[i];
    }
    printf("BenchmarkABI/%s/threads=%d/by=%s\t%8lld\t%12.0f ns/op\n",
           lines[i].name, threads, lines[i].by, (long long)rounds,
           (double)took / (double)rounds);
  }
  fflush(stdout);
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.5;
  const int count = argc > 2 ? atoi(argv[2]) : 1;
  struct cluster *clusters[MAX_THREADS];
  int i, threads;
  if (!(seconds > 0) || count < 1) {
    fprintf(stderr, "usage: abi [SECONDS [COUNT]]\n");
    return 2;
  }
  for (i = 0; i < MAX_THREADS; i++) clusters[i] = new_cluster();
  for (i = 0; i < count; i++)
    for (threads = 1; threads <= MAX_THREADS; threads++)
      run(clusters, threads, (int64_t)(seconds * 1e9));
  for (i = 0; i < MAX_THREADS; i++) {
    OK(clusters[i]->h, apportion_destroy(clusters[i]->h));
    free(clusters[i]);
  }
  return 0;
}
