/* What the benchmarks of this folder share. */
#ifndef APPORTION_BENCH_PROGRAM_H
#define APPORTION_BENCH_PROGRAM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apportion.h"

static const apportion_instance NO_INSTANCE = {0};

/* Ends the program if a call on h has failed. */
static inline void check(int32_t code, apportion_instance h, const char *call) {
  char text[1024];
  size_t size = 0;
  if (code == APPORTION_OK) return;
  if (apportion_last_error(h, text, sizeof(text), &size) != 0) size = 0;
  fprintf(stderr, "abi: %s: %d: %.*s\n", call, (int)code, (int)size, text);
  exit(1);
}
#define OK(h, call) check(call, h, #call)

static inline int64_t nanos_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static inline apportion_str str(const char *s) {
  apportion_str out;
  out.data = s;
  out.size = strlen(s);
  return out;
}

static inline apportion_framework add_framework(apportion_instance h, int i,
                                                const apportion_role *role) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework framework;
  char id[32];
  snprintf(id, sizeof(id), "framework-%d", i);
  info.id = str(id);
  info.roles = role;
  info.role_count = 1;
  info.capabilities = APPORTION_CAP_MULTI_ROLE;
  OK(h, apportion_add_framework(h, &info, 1, NULL, 0, &framework));
  return framework;
}

enum { KINDS = 4 };

/* Adds agents of one size, each with KINDS resources. */
static inline void add_agents(apportion_instance h, int count) {
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
  for (i = 0; i < count; i++) {
    snprintf(id, sizeof(id), "agent-%d", i);
    info.id = info.hostname = str(id);
    OK(h, apportion_add_agent(h, &info, &agent));
  }
}

static inline void *memory(size_t count, size_t size) {
  void *p = calloc(count, size);
  if (p == NULL) abort();
  return p;
}

/* Agents, a role with frameworks, and what was read of the last cycle. */
struct cluster {
  apportion_instance h;
  size_t agents;
  apportion_offer *offers;
  apportion_resource *resources;
};

/* A cluster without frameworks. */
static inline void open_agents(struct cluster *c,
                               const apportion_options *options, int agents) {
  OK(NO_INSTANCE, apportion_create(options, &c->h));
  c->agents = (size_t)agents;
  c->offers = memory(c->agents, sizeof(*c->offers));
  c->resources = memory(c->agents * KINDS, sizeof(*c->resources));
  add_agents(c->h, agents);
}

/* A cluster whose frameworks are all in one role. */
static inline void open_cluster(struct cluster *c,
                                const apportion_options *options, int agents,
                                int frameworks) {
  apportion_role role;
  int i;
  open_agents(c, options, agents);
  OK(c->h, apportion_declare_role(c->h, "web", 3, &role));
  for (i = 0; i < frameworks; i++) add_framework(c->h, i, &role);
}

static inline void close_cluster(struct cluster *c) {
  OK(c->h, apportion_destroy(c->h));
  free(c->offers);
  free(c->resources);
}

/* Offers every agent and reads the offers. Returns what the offering takes of the
 * thread's processor time. */
static inline int64_t allocate(struct cluster *c, int64_t now) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  int64_t took;
  size_t n;
  OK(c->h, apportion_request_allocation(c->h));
  took = nanos_of(CLOCK_THREAD_CPUTIME_ID);
  OK(c->h, apportion_allocate(c->h, now, &cycle));
  took = nanos_of(CLOCK_THREAD_CPUTIME_ID) - took;
  OK(c->h, apportion_cycle_offers(c->h, c->offers, c->agents, &n));
  if (n != c->agents) {
    fprintf(stderr, "abi: %d offers, not %d\n", (int)n, (int)c->agents);
    exit(1);
  }
  OK(c->h, apportion_cycle_resources(c->h, c->resources, n * KINDS, &n));
  return took;
}

#endif
