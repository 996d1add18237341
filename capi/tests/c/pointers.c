/* Every function that takes pointers is given some that nobody may read or write:
 * without an instance, and each with an instance of its own, since the library
 * trusts none any more that it was in then. calls.inc, which the test makes of the
 * header, has a TRY for each of them. */
#include <sys/mman.h>

#include "check.h"

static apportion_instance made(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance instance;
  CHECK(apportion_create(&options, &instance) == APPORTION_OK);
  return instance;
}

static void refused(const char *name, int32_t code) {
  if (code < APPORTION_OK) return;
  fprintf(stderr, "%s: returned %d\n", name, (int)code);
  exit(1);
}

int main(void) {
  void *bad = mmap(NULL, 1 << 16, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(bad != MAP_FAILED);
#define TRY(name, arguments)                              \
  {                                                       \
    apportion_instance instance = {0};                      \
    refused(#name, name arguments);                       \
    instance = made();                                    \
    refused(#name, name arguments);                       \
    CHECK(apportion_destroy(instance) == APPORTION_OK);   \
  }
#include "calls.inc"
  return 0;
}
