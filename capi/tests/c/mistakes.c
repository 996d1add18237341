/* What hosts say by mistake is answered by an error that says what is wrong, or
 * is as the header has it. */
#include <pthread.h>

#include "check.h"

#define SECOND ((int64_t)1000000000)

static int32_t use(struct world *w, int64_t cpus) {
  const apportion_resource r = scalar(w->cpus, cpus);
  return apportion_transition(w->h, w->agent, w->web, &r, 1);
}

static int32_t give_back(struct world *w, apportion_framework f, int64_t cpus,
                         uint32_t allocated) {
  const apportion_resource r = scalar(w->cpus, cpus);
  return apportion_recover_resources(w->h, 2, f, w->agent, w->web, &r, 1,
                                     APPORTION_NO_FILTER, allocated);
}

/* Use and recovery that do not add up are taken, unless the option is set. */
static void strict_use(void) {
  struct world w;
  apportion_options options = APPORTION_OPTIONS_INIT;
  make_world_with(&w, &options);
  OK(w.h, use(&w, 5000));
  OK(w.h, use(&w, 5000));
  OK(w.h, give_back(&w, FRAMEWORK_OF(0), 1000, 0));
  OK(w.h, give_back(&w, w.framework, 8000, 0));
  OK(w.h, apportion_destroy(w.h));

  options.flags = APPORTION_STRICT_USE;
  make_world_with(&w, &options);
  OK(w.h, use(&w, 5000));
  REFUSED_AS("tasks use cpus:5, and only cpus:3;", APPORTION_E_NOT_ALLOCATED, w.h, use(&w, 5000));
  REFUSED_AS("from no framework", APPORTION_E_UNKNOWN_FRAMEWORK, w.h,
             give_back(&w, FRAMEWORK_OF(0), 1000, 0));
  REFUSED_AS("tasks use cpus:5", APPORTION_E_NOT_ALLOCATED, w.h, give_back(&w, w.framework, 8000, 0));
  OK(w.h, give_back(&w, w.framework, 3000, 0));
  OK(w.h, give_back(&w, w.framework, 5000, 1));
  OK(w.h, apportion_destroy(w.h));
}

/* No call takes a time after which nothing would be due, and no instance has it. */
static void times(void) {
  const int64_t never[] = {APPORTION_NEVER, APPORTION_NEVER - 1, APPORTION_LAST_TIME + 1};
  const apportion_resource *none = NULL;
  apportion_instance h = NO_INSTANCE;
  struct world w;
  size_t i;
  make_world(&w);
  OK(w.h, apportion_update_unavailability(w.h, w.agent, 1, 0, 0));
  for (i = 0; i < 3; i++) {
    apportion_options options = APPORTION_OPTIONS_INIT;
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    int64_t now = 0;
    options.start_nanos = never[i];
    EXPECT(APPORTION_E_INVALID, NO_INSTANCE, apportion_create(&options, &h));
    REFUSED_AS("is no time", APPORTION_E_INVALID, w.h, apportion_advance(w.h, never[i]));
    REFUSED_AS("is no time", APPORTION_E_INVALID, w.h, apportion_allocate(w.h, never[i], &cycle));
    REFUSED_AS("is no time", APPORTION_E_INVALID, w.h, apportion_recover(w.h, never[i], 0, NULL, 0));
    REFUSED_AS("is no time", APPORTION_E_INVALID, w.h,
               apportion_recover_resources(w.h, never[i], w.framework, w.agent, w.web, none, 0, 0, 0));
    REFUSED_AS("is no time", APPORTION_E_INVALID, w.h,
               apportion_update_inverse_offer(w.h, never[i], w.agent, w.framework, APPORTION_INVERSE_ACCEPT, 0));
    OK(w.h, apportion_now(w.h, &now));
    CHECK(now == 1);
  }
  OK(w.h, apportion_advance(w.h, APPORTION_LAST_TIME));
  OK(w.h, apportion_destroy(w.h));
}

/* A host that never advances gets its periodic allocation all the same. */
static void only_allocates(void) {
  struct world w;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  make_world(&w);
  OK(w.h, apportion_allocate(w.h, SECOND - 1, &cycle));
  CHECK(cycle.ran == 0);
  OK(w.h, apportion_allocate(w.h, SECOND, &cycle));
  CHECK(cycle.ran == 1 && cycle.candidates == 1);
  OK(w.h, apportion_destroy(w.h));
}

/* What there is too much of, and what is there twice, is named. */
static void too_much_or_twice(void) {
  struct world w;
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_role_weight weights[2] = {{{0}, 0, 0}};
  apportion_role_rank ranks[2] = {{{0}, 0, 0}};
  apportion_role roles[2];
  apportion_agent agent;
  make_world(&w);
  weights[0].role = weights[1].role = roles[0] = roles[1] = w.web;
  weights[0].weight = 1;
  weights[1].weight = 2;
  info.id.data = "twice";
  info.id.size = 5;
  info.roles = roles;
  info.role_count = 2;
  REFUSED_AS("framework \"twice\": role \"web\" is twice in its roles; name it once", APPORTION_E_INVALID, w.h,
             apportion_add_framework(w.h, &info, 1, NULL, 0, &w.framework));
  OK(w.h, apportion_set_weights(w.h, weights, 2));
  ranks[0].role = ranks[1].role = w.web;
  REFUSED_AS("role \"web\" is named twice", APPORTION_E_INVALID, w.h, apportion_set_ranks(w.h, ranks, 2, NULL, 0));
  REFUSED_AS("1048577 elements are more than the 1048576 that there may be", APPORTION_E_COUNT, w.h,
             apportion_set_weights(w.h, weights, APPORTION_MAX_COUNT + 1));
  REFUSED_AS("1048577 bytes are more than the 1048576 that there may be", APPORTION_E_COUNT, w.h,
             apportion_find_agent(w.h, "a", APPORTION_MAX_STRING + 1, &agent));
  OK(w.h, apportion_destroy(w.h));
}

/* Threads do not read each other's errors of calls without an instance. */
static void *fails_otherwise(void *instance) {
  REFUSED_AS("options", APPORTION_E_NULL, NO_INSTANCE, apportion_create(NULL, (apportion_instance *)instance));
  return NULL;
}

static void errors_of_threads(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance h = NO_INSTANCE;
  pthread_t other;
  char text[4096] = "";
  size_t size = 0;
  options.start_nanos = APPORTION_NEVER;
  EXPECT(APPORTION_E_INVALID, NO_INSTANCE, apportion_create(&options, &h));
  CHECK(pthread_create(&other, NULL, fails_otherwise, &h) == 0);
  CHECK(pthread_join(other, NULL) == 0);
  OK(NO_INSTANCE, apportion_last_error(NO_INSTANCE, text, sizeof(text) - 1, &size));
  CHECK(strstr(text, "is no time") != NULL);
}

int main(void) {
  too_much_or_twice();
  errors_of_threads();
  strict_use();
  times();
  only_allocates();
  return 0;
}
