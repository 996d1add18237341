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

/* A cluster, and the operations that give back what it was offered. */
struct instance {
  struct cluster c;
  apportion_op ops[AGENTS];
  apportion_result results[AGENTS];
};

/* Turns the offers into operations that give them back. */
static void prepare(struct instance *x) {
  const apportion_op init = APPORTION_OP_INIT;
  int i;
  for (i = 0; i < AGENTS; i++) {
    const apportion_offer *o = &x->c.offers[i];
    apportion_op_recover_resources *u = &x->ops[i].u.recover_resources;
    x->ops[i] = init;
    x->ops[i].type = APPORTION_OP_RECOVER_RESOURCES;
    u->framework = o->framework;
    u->agent = o->agent;
    u->role = o->role;
    u->resources = x->c.resources + o->first;
    u->resource_count = o->count;
    u->refuse_nanos = APPORTION_NO_FILTER;
  }
}

/* What is measured: each returns the nanoseconds of one round. */

static int64_t recover_single(struct instance *x) {
  const apportion_instance h = x->c.h;
  int64_t began;
  int i;
  allocate(&x->c, 0);
  prepare(x);
  began = nanos_of(CLOCK_MONOTONIC);
  for (i = 0; i < AGENTS; i++) {
    const apportion_op_recover_resources *u = &x->ops[i].u.recover_resources;
    OK(h, apportion_recover_resources(h, u->now, u->framework, u->agent, u->role,
                                      u->resources, u->resource_count,
                                      u->refuse_nanos, u->allocated));
  }
  return nanos_of(CLOCK_MONOTONIC) - began;
}

static int64_t recover_batch(struct instance *x) {
  int64_t began;
  allocate(&x->c, 0);
  prepare(x);
  began = nanos_of(CLOCK_MONOTONIC);
  OK(x->c.h, apportion_submit(x->c.h, x->ops, AGENTS, x->results));
  return nanos_of(CLOCK_MONOTONIC) - began;
}

static int64_t recover_core(struct instance *x) {
  int64_t took = 0;
  allocate(&x->c, 0);
  prepare(x);
  OK(x->c.h, apportion_bench_recover(x->c.h, x->ops, AGENTS, &took));
  return took;
}

static int64_t call_1000(struct instance *x) {
  const int64_t began = nanos_of(CLOCK_MONOTONIC);
  int32_t pending;
  int i;
  for (i = 0; i < 1000; i++) OK(x->c.h, apportion_pending(x->c.h, &pending));
  return nanos_of(CLOCK_MONOTONIC) - began;
}

static int64_t cycle_1000(struct instance *x) {
  int64_t took = nanos_of(CLOCK_MONOTONIC);
  allocate(&x->c, 0);
  took = nanos_of(CLOCK_MONOTONIC) - took;
  prepare(x);
  OK(x->c.h, apportion_submit(x->c.h, x->ops, AGENTS, x->results));
  return took;
}

static const struct line {
  const char *name, *by;
  int64_t (*round)(struct instance *);
} lines[] = {{"recover_1000", "core", recover_core},
             {"recover_1000", "batch", recover_batch},
             {"recover_1000", "single", recover_single},
             {"call_1000", "single", call_1000},
             {"cycle_1000", "single", cycle_1000}};

enum { LINES = sizeof(lines) / sizeof(*lines) };

/* One thread: all lines in turn until each has had its time. */
struct worker {
  struct instance *x;
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
        const int64_t took = lines[i].round(w->x);
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
static void run(struct instance *instances, int threads, int64_t budget) {
  struct worker workers[MAX_THREADS];
  pthread_t ids[MAX_THREADS];
  int i, t;
  memset(workers, 0, sizeof(workers));
  for (t = 0; t < threads; t++) {
    workers[t].x = &instances[t];
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
  static struct instance instances[MAX_THREADS];
  const apportion_options options = APPORTION_OPTIONS_INIT;
  int i, threads;
  if (!(seconds > 0) || count < 1) {
    fprintf(stderr, "usage: abi [SECONDS [COUNT]]\n");
    return 2;
  }
  for (i = 0; i < MAX_THREADS; i++)
    open_cluster(&instances[i].c, &options, AGENTS, FRAMEWORKS);
  for (i = 0; i < count; i++)
    for (threads = 1; threads <= MAX_THREADS; threads++)
      run(instances, threads, (int64_t)(seconds * 1e9));
  for (i = 0; i < MAX_THREADS; i++) close_cluster(&instances[i].c);
  return 0;
}
