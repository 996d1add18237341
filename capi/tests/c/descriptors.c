/* Without a file descriptor left, and where another thread takes them meanwhile, calls that
 * open files are errors with words or do what they are to, and do it once there are more. The
 * first argument is how many are left, or "taken" for that thread. */
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

static int taken[64], stop;

/* Takes all descriptors but left, and returns how many it took. */
static int take(int left) {
  int n = 0;
  while ((taken[n] = open("/dev/null", O_RDONLY)) >= 0) n++;
  for (; left > 0 && n > 0; left--) close(taken[--n]);
  return n;
}

static void give(int n) {
  while (n > 0) close(taken[--n]);
}

static void *take_and_give(void *p) {
  while (!__atomic_load_n(&stop, __ATOMIC_ACQUIRE)) give(take(0));
  return p;
}

/* Whether the Go runtime has what it waits with, which it could not open any more. */
static int has_poller(void) {
  char path[64], to[64] = "";
  int fd;
  for (fd = 0; fd < 64; fd++) {
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    if (readlink(path, to, sizeof(to) - 1) > 0 && strstr(to, "eventpoll") != NULL)
      return 1;
  }
  return 0;
}

/* Whether a call that opens files did. */
static int opened(apportion_instance h, int32_t code) {
  char text[4096];
  size_t size = 0;
  CHECK(code == APPORTION_OK || code == APPORTION_E_STATE);
  if (code == APPORTION_OK) return 1;
  OK(h, apportion_last_error(h, text, sizeof(text), &size));
  CHECK(size > 0);
  return 0;
}

int main(int argc, char **argv) {
  const char *folder = getenv("APPORTION_TEST_FOLDER");
  apportion_options options = APPORTION_OPTIONS_INIT;
  struct rlimit few = {64, 64};
  apportion_instance h;
  int n = 0, i, is_open;
  pthread_t thread;
  CHECK(argc == 2 && folder != NULL);
  CHECK(apportion_abi_version() > 0); /* waits until it is loaded */
  CHECK(has_poller());
  CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
  if (strcmp(argv[1], "taken") == 0) {
    CHECK(pthread_create(&thread, NULL, take_and_give, NULL) == 0);
    for (i = 0; i < 100; i++) {
      OK(NO_INSTANCE, apportion_create(&options, &h));
      if (opened(h, apportion_start_recording(h, folder, strlen(folder), 0, 0)))
        (void)opened(h, apportion_stop_recording(h));
      OK(h, apportion_destroy(h));
    }
    __atomic_store_n(&stop, 1, __ATOMIC_RELEASE);
    CHECK(pthread_join(thread, NULL) == 0);
    return 0;
  }
  n = take(atoi(argv[1]));
  OK(NO_INSTANCE, apportion_create(&options, &h));
  is_open = opened(h, apportion_start_recording(h, folder, strlen(folder), 0, 0));
  CHECK(!is_open || atoi(argv[1]) > 0);
  if (!is_open) {
    apportion_instance recorded;
    options.record_dir = str(folder);
    CHECK(!opened(NO_INSTANCE, apportion_create(&options, &recorded)));
  }
  give(n);
  if (!is_open)
    OK(h, apportion_start_recording(h, folder, strlen(folder), 0, 0));
  OK(h, apportion_destroy(h));
  return 0;
}
