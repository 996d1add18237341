/* A recording that is begun where the process has as many file descriptors left as
 * the first argument says, is an error or begins, and begins once there are more. */
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

int main(int argc, char **argv) {
  const char *folder = getenv("APPORTION_TEST_FOLDER");
  apportion_options options = APPORTION_OPTIONS_INIT;
  struct rlimit few = {64, 64};
  apportion_instance h;
  int taken[64], n = 0, left;
  int32_t code;
  CHECK(argc == 2 && folder != NULL);
  CHECK(apportion_create(&options, &h) == APPORTION_OK);
  CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
  while ((taken[n] = open("/dev/null", O_RDONLY)) >= 0) n++;
  for (left = atoi(argv[1]); left > 0; left--) close(taken[--n]);
  code = apportion_start_recording(h, folder, strlen(folder), 0, 0);
  CHECK(code == APPORTION_OK || code == APPORTION_E_STATE);
  CHECK(code != APPORTION_OK || atoi(argv[1]) > 0);
  while (n > 0) close(taken[--n]);
  if (code != APPORTION_OK)
    OK(h, apportion_start_recording(h, folder, strlen(folder), 0, 0));
  OK(h, apportion_destroy(h));
  return 0;
}
