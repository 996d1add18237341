/* The garbage collector's settings: from the environment as it was when the
 * library was loaded, and from options. Run with GOGC=37. Needs the library
 * with hooks. */
#define _GNU_SOURCE
#include "check.h"

void apportion_test_collector(int32_t *percent, int64_t *limit);

static void is_now(int32_t percent, int64_t limit) {
  int32_t p;
  int64_t l;
  apportion_test_collector(&p, &l);
  if (p != percent || l != limit)
    fprintf(stderr, "%d %%, %lld bytes\n", (int)p, (long long)l);
  CHECK(p == percent && l == limit);
}

static void create(int32_t percent, int64_t limit) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance h;
  options.gc_percent = percent;
  options.memory_limit_bytes = limit;
  OK(NO_INSTANCE, apportion_create(&options, &h));
  OK(h, apportion_destroy(h));
}

int main(void) {
  CHECK(apportion_abi_version() == APPORTION_ABI_VERSION);
  CHECK(setenv("GOGC", "11", 1) == 0); /* too late */
  CHECK(setenv("GOMEMLIMIT", "11MiB", 1) == 0);
  is_now(37, INT64_MAX);
  create(0, 0); /* leaves them alone */
  is_now(37, INT64_MAX);
  create(55, (int64_t)1 << 40);
  is_now(55, (int64_t)1 << 40); /* also after apportion_destroy */
  create(-1, 0);
  is_now(-1, (int64_t)1 << 40);
  return 0;
}
