/* The Go runtime in a host that loads the library at run time, after it has
 * installed signal handlers. The arguments are the library and the case. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static const char *path;
static void *library;
static int32_t (*create)(const apportion_options *, apportion_instance *);
static int32_t (*set_whitelist)(apportion_instance, const apportion_str *,
                                size_t);

static void load(void) {
  library = dlopen(path, RTLD_NOW);
  CHECK(library != NULL);
  *(void **)&create = dlsym(library, "apportion_create");
  *(void **)&set_whitelist = dlsym(library, "apportion_set_whitelist");
}

static apportion_instance created(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance h = {0};
  CHECK(create(&options, &h) == APPORTION_OK && h.handle != 0);
  return h;
}

static volatile sig_atomic_t faults;
static sigjmp_buf back;

static void nothing(int number) { (void)number; }

static void jump(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  (void)context;
  faults++;
  siglongjmp(back, 1);
}

/* Exactly five handlers are replaced; but for those of job control, the others
 * run on the alternate stack from then on. */
static void handlers(void) {
  static const int replaced[] = {SIGSEGV, SIGBUS, SIGFPE, SIGPIPE, SIGURG};
  static const int left_alone[] = {SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU};
  struct sigaction action, before[32], after;
  sigset_t mask, mask_after;
  int i, j, changed, alone;
  memset(&action, 0, sizeof(action));
  action.sa_handler = nothing;
  for (i = 1; i < 32; i++) {
    if (i % 2 || i == SIGCONT) sigaction(i, &action, NULL);
    CHECK(sigaction(i, NULL, &before[i]) == 0);
  }
  CHECK(sigprocmask(SIG_BLOCK, NULL, &mask) == 0);
  load();
  created();
  for (i = 1; i < 32; i++) {
    CHECK(sigaction(i, NULL, &after) == 0);
    for (j = changed = 0; j < 5; j++) changed |= replaced[j] == i;
    for (j = alone = 0; j < 4; j++) alone |= left_alone[j] == i;
    CHECK(changed == (after.sa_handler != before[i].sa_handler));
    if (changed || (before[i].sa_handler == nothing && !alone))
      CHECK(after.sa_flags & SA_ONSTACK);
    else
      CHECK(after.sa_flags == before[i].sa_flags);
  }
  CHECK(sigprocmask(SIG_BLOCK, NULL, &mask_after) == 0);
  for (i = 1; i < 32; i++)
    CHECK(sigismember(&mask, i) == sigismember(&mask_after, i));
}

/* A fault in the host's code reaches the handler that was there before; one in
 * the library's does not. */
static void segv_before(void) {
  struct sigaction action;
  apportion_instance h;
  void *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = jump;
  action.sa_flags = SA_SIGINFO;
  CHECK(sigaction(SIGSEGV, &action, NULL) == 0);
  load();
  h = created();
  if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
  CHECK(faults == 1);
  CHECK(set_whitelist(h, page, 1) == APPORTION_E_PANIC);
  CHECK(faults == 1);
  if (sigsetjmp(back, 1) == 0) *(volatile int *)8 = 1;
  CHECK(faults == 2);
  created();
}

static void sigpipe_before(void) {
  int ends[2];
  CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
  load();
  created();
  CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
  CHECK(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}

/* dlclose leaves the library where it is: loaded again, it is the same one,
 * with its instances. */
static void closed(void) {
  const apportion_str host = {"a", 1};
  apportion_instance h;
  void *first;
  load();
  h = created();
  first = library;
  CHECK(dlclose(library) == 0);
  usleep(50000); /* the runtime's threads go on */
  load();
  CHECK(library == first);
  CHECK(set_whitelist(h, &host, 1) == APPORTION_OK);
}

/* A host that forks to become a daemon and loads the library afterwards. */
static void daemonised(void) {
  const apportion_str host = {"a", 1};
  const pid_t child = fork();
  int status;
  CHECK(child >= 0);
  if (child == 0) {
    CHECK(setsid() >= 0);
    load();
    CHECK(set_whitelist(created(), &host, 1) == APPORTION_OK);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  path = argv[1];
  if (strcmp(argv[2], "handlers") == 0)
    handlers();
  else if (strcmp(argv[2], "segv_before") == 0)
    segv_before();
  else if (strcmp(argv[2], "sigpipe_before") == 0)
    sigpipe_before();
  else if (strcmp(argv[2], "closed") == 0)
    closed();
  else if (strcmp(argv[2], "daemonised") == 0)
    daemonised();
  else
    return 2;
  return 0;
}
