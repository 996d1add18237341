/* What the C tests share: checks that say what failed, and a small cluster. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apportion.h"

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

/* Handles and numbers, also such as nobody was given. */
#ifdef __cplusplus
#define STRUCT_OF(type, n) (type{n})
#else
#define STRUCT_OF(type, n) ((type){n})
#endif
#define INSTANCE_OF(n) STRUCT_OF(apportion_instance, n)
#define AGENT_OF(n) STRUCT_OF(apportion_agent, n)
#define FRAMEWORK_OF(n) STRUCT_OF(apportion_framework, n)
#define ROLE_OF(n) STRUCT_OF(apportion_role, n)
#define KIND_OF(n) STRUCT_OF(apportion_kind, n)
#define NAME_OF(n) STRUCT_OF(apportion_name, n)
#define NO_INSTANCE INSTANCE_OF(0)
#define ALL_ROLES ROLE_OF(APPORTION_ALL_ROLES)

/* Fails unless a call on instance returned want. */
#define EXPECT(want, instance, call) \
  expect(want, instance, call, #call, __FILE__, __LINE__)
#define OK(instance, call) EXPECT(APPORTION_OK, instance, call)

static inline void expect(int32_t want, apportion_instance instance,
                          int32_t got, const char *call, const char *file,
                          int line) {
  char text[4096];
  size_t size = 0;
  if (got == want) return;
  if (apportion_last_error(instance, text, sizeof(text), &size) != 0) size = 0;
  fprintf(stderr, "%s:%d: %s\n  returned %d and not %d: %.*s\n", file, line,
          call, (int)got, (int)want, (int)size, text);
  exit(1);
}

/* Fails unless a call on instance returned want, with a text that has words. */
#define REFUSED_AS(words, want, instance, call)                             \
  do {                                                                      \
    char text[4096] = "";                                                   \
    size_t size = 0;                                                        \
    EXPECT(want, instance, call);                                           \
    OK(NO_INSTANCE, apportion_last_error(instance, text, sizeof(text) - 1, &size));   \
    text[size] = 0;                                                         \
    if (strstr(text, words) == NULL)                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, text), exit(1);    \
  } while (0)

/* A folder to record in, which the tests remove. */
static inline const char *folder(void) {
  const char *path = getenv("APPORTION_TEST_FOLDER");
  CHECK(path != NULL);
  return path;
}

static inline apportion_str str(const char *s) {
  apportion_str out;
  out.data = s;
  out.size = strlen(s);
  return out;
}

static inline apportion_resource scalar(apportion_kind kind, int64_t amount) {
  apportion_resource r = {{0}, 0, 0, 0, 0};
  r.kind = kind;
  r.amount = amount;
  return r;
}

static inline uint64_t digest(apportion_instance instance) {
  uint64_t d = 0;
  OK(instance, apportion_digest(instance, &d));
  return d;
}

/* A cluster of one agent and one framework, which was offered the agent. */
struct world {
  apportion_instance h;
  apportion_role web, dev;
  apportion_kind cpus, ports, racks, volume;
  uint64_t rack;
  apportion_framework framework, removed_framework;
  apportion_agent agent, removed_agent;
  apportion_resource total[2]; /* of the agent, all of it offered */
};

static inline apportion_kind kind_of(apportion_instance h, const char *name,
                                     uint32_t type) {
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_kind kind = {0};
  info.name = str(name);
  info.type = type;
  OK(h, apportion_declare_kind(h, &info, &kind));
  return kind;
}

static inline apportion_agent agent_of(struct world *w, const char *id) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_agent agent = {0};
  info.id = str(id);
  info.hostname = str(id);
  info.total = w->total;
  info.total_count = 2;
  OK(w->h, apportion_add_agent(w->h, &info, &agent));
  return agent;
}

static inline apportion_framework framework_of(struct world *w,
                                               const char *id) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework framework = {0};
  info.id = str(id);
  info.roles = &w->web;
  info.role_count = 1;
  OK(w->h, apportion_add_framework(w->h, &info, 1, NULL, 0, &framework));
  return framework;
}

static inline void make_world_with(struct world *w,
                                   const apportion_options *options) {
  apportion_kind_info volume = APPORTION_KIND_INFO_INIT;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  apportion_resource ports = {{0}, 0, 0, 31000, 32000};

  memset(w, 0, sizeof(*w));
  OK(NO_INSTANCE, apportion_create(options, &w->h));
  OK(w->h, apportion_declare_role(w->h, "web", 3, &w->web));
  OK(w->h, apportion_declare_role(w->h, "eng/dev", 7, &w->dev));
  OK(w->h, apportion_declare_item(w->h, "rack-1", 6, &w->rack));
  w->cpus = kind_of(w->h, "cpus", APPORTION_SCALAR);
  w->ports = kind_of(w->h, "ports", APPORTION_RANGES);
  w->racks = kind_of(w->h, "racks", APPORTION_SET);
  volume.name = str("disk");
  volume.flags = APPORTION_KIND_DISK;
  volume.disk_persistence = str("volume-1");
  OK(w->h, apportion_declare_kind(w->h, &volume, &w->volume));
  w->total[0] = scalar(w->cpus, 8000);
  w->total[1] = ports;
  w->total[1].kind = w->ports;

  w->removed_framework = framework_of(w, "gone");
  OK(w->h, apportion_remove_framework(w->h, w->removed_framework));
  w->removed_agent = agent_of(w, "gone");
  OK(w->h, apportion_remove_agent(w->h, w->removed_agent));
  w->framework = framework_of(w, "marathon");
  w->agent = agent_of(w, "a1");
  OK(w->h, apportion_allocate(w->h, 1, &cycle));
  CHECK(cycle.ran == 1 && cycle.offers == 1 && cycle.resources == 2);
}

static inline void make_world(struct world *w) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  options.interval_nanos = 1000000000;
  make_world_with(w, &options);
}

#endif
