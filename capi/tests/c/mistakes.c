/* What hosts say by mistake is answered by an error that says what is wrong, or
 * is as the header has it. */
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

int main(void) {
  strict_use();
  return 0;
}
