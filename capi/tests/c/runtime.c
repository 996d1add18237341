/* The Go runtime in a host that is linked with the library: what the header
 * says of fork, signals, threads and memory. One case a process, since some end
 * it: the argument names the case. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "check.h"
#include "proc.h"

extern char **environ;

/* Some work in an instance that is good for nothing else. */
static void work(int rounds) {
  struct world w;
  make_world(&w);
  while (rounds-- > 0) {
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    OK(w.h, apportion_recover_resources(w.h, 1, w.framework, w.agent, w.web,
                                        w.total, 2, APPORTION_NO_FILTER, 0));
    OK(w.h, apportion_request_allocation(w.h));
    OK(w.h, apportion_allocate(w.h, 1, &cycle));
    CHECK(cycle.offers == 1);
  }
  OK(w.h, apportion_destroy(w.h));
}

/* Calls the library with a pointer to nowhere: a fault in its code. */
static int32_t call_with_bad_pointer(void) {
  struct world w;
  int32_t code;
  void *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  make_world(&w);
  code = apportion_transition(w.h, w.agent, w.web, page, 1);
  OK(w.h, apportion_destroy(w.h));
  return code;
}

static void write_to_nobody(void) {
  int ends[2];
  CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
  CHECK(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}

static volatile int quit;

static void *work_on(void *unused) {
  (void)unused;
  while (!__atomic_load_n(&quit, __ATOMIC_RELAXED)) work(20);
  return NULL;
}

/* Children that exec, or that only leave, while threads are in the library. */
static void fork_exec(void) {
  static char *const arguments[] = {"true", NULL};
  pthread_t threads[2];
  int i, status;
  pid_t child;
  for (i = 0; i < 2; i++)
    CHECK(pthread_create(&threads[i], NULL, work_on, NULL) == 0);
  for (i = 0; i < 60; i++) {
    if (i % 3 == 2) {
      CHECK(posix_spawnp(&child, "true", NULL, NULL, arguments, environ) == 0);
    } else if ((child = fork()) == 0) {
      if (i % 3 == 0) execvp("true", arguments);
      _exit(i % 3 == 1 ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
  }
  quit = 1;
  for (i = 0; i < 2; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  work(10);
}

static void sigpipe_ignored(void) {
  CHECK(signal(SIGPIPE, SIG_IGN) != SIG_ERR);
  work(10);
  write_to_nobody();
}

static void sigpipe_default(void) {
  work(10);
  write_to_nobody(); /* ends the process, as without the library */
}

static struct sigaction former;
static sigjmp_buf back;
static volatile sig_atomic_t own_fault, ticks;

static void host_handler(int number, siginfo_t *info, void *context) {
  if (own_fault) siglongjmp(back, 1);
  former.sa_sigaction(number, info, context); /* the runtime's */
}

/* A handler of the host's own, which passes on what is not its own. */
static void segv_chained(void) {
  struct sigaction action;
  int i;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = host_handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  work(10);
  CHECK(sigaction(SIGSEGV, &action, &former) == 0);
  for (i = 0; i < 3; i++) {
    own_fault = 1;
    if (sigsetjmp(back, 1) == 0) {
      *(volatile int *)8 = 1;
      CHECK(!"reached");
    }
    own_fault = 0;
    CHECK(call_with_bad_pointer() == APPORTION_E_PANIC);
    work(10);
  }
}

/* As glog's: all fatal signals, without SA_ONSTACK, passing nothing on. */
static void dump(int number, siginfo_t *info, void *context) {
  static const char text[] = "dumped\n";
  struct sigaction action;
  (void)info;
  (void)context;
  if (write(2, text, sizeof(text) - 1) < 0) _exit(9);
  memset(&action, 0, sizeof(action));
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, NULL);
  kill(getpid(), number);
}

static void install_dump(void) {
  static const int numbers[] = {SIGSEGV, SIGILL, SIGFPE, SIGABRT, SIGBUS,
                                SIGTERM};
  struct sigaction action;
  size_t i;
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = dump;
  action.sa_flags = SA_SIGINFO;
  work(10);
  for (i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
    CHECK(sigaction(numbers[i], &action, NULL) == 0);
  work(10);
}

static void glog_segv(void) {
  install_dump();
  *(volatile int *)8 = 1;
}

static void glog_abort(void) {
  install_dump();
  abort();
}

static void glog_term(void) {
  install_dump();
  raise(SIGTERM);
}

static void tick(int number) {
  (void)number;
  ticks++;
}

/* A timer's handler, with SA_ONSTACK, interrupts the library's code. */
static void timer(void) {
  struct sigaction action;
  struct itimerval every = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  memset(&action, 0, sizeof(action));
  action.sa_handler = tick;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  CHECK(sigaction(SIGALRM, &action, NULL) == 0);
  CHECK(setitimer(ITIMER_REAL, &every, NULL) == 0);
  while (ticks < 200) work(50);
  CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
}

static pthread_barrier_t barrier;

static void *meet_and_work(void *unused) {
  (void)unused;
  pthread_barrier_wait(&barrier); /* so that all are there at once */
  work(20);
  return NULL;
}

/* 200 threads on small stacks, each with an instance, again and again. The
 * runtime frees what it keeps for them when they go; some threads of its own that
 * it needed meanwhile stay, for the next time. */
static void threads(void) {
  enum { N = 200, ROUNDS = 6 };
  static pthread_t all[N];
  pthread_attr_t small;
  long own[ROUNDS];
  int files[ROUNDS], round, i;
  CHECK(pthread_attr_init(&small) == 0);
  CHECK(pthread_attr_setstacksize(&small, 65536) == 0);
  CHECK(pthread_barrier_init(&barrier, NULL, N) == 0);
  for (round = 0; round < ROUNDS; round++) {
    for (i = 0; i < N; i++)
      CHECK(pthread_create(&all[i], &small, meet_and_work, NULL) == 0);
    for (i = 0; i < N; i++) CHECK(pthread_join(all[i], NULL) == 0);
    own[round] = status_of("Threads:");
    files[round] = open_files();
    fprintf(stderr, "threads: %ld, files: %d\n", own[round], files[round]);
  }
  CHECK(own[ROUNDS - 1] <= 64);
  CHECK(files[ROUNDS - 1] <= files[0] + 4);
}

/* An instance of some size, with all that a host has it keep. */
static void fill(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_metrics metrics = APPORTION_METRICS_INIT;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  apportion_resource total;
  apportion_agent agent;
  apportion_instance h;
  struct world w;
  char id[32];
  size_t size;
  int i;
  memset(&w, 0, sizeof(w));
  OK(NO_INSTANCE, apportion_create(&options, &h));
  w.h = h;
  OK(h, apportion_declare_role(h, "web", 3, &w.web));
  total = scalar(kind_of(h, "cpus", APPORTION_SCALAR), 8000);
  framework_of(&w, "marathon");
  info.total = &total;
  info.total_count = 1;
  for (i = 0; i < 300; i++) {
    snprintf(id, sizeof(id), "agent-%d", i);
    info.id = info.hostname = str(id);
    OK(h, apportion_add_agent(h, &info, &agent));
  }
  OK(h, apportion_allocate(h, 1, &cycle));
  CHECK(cycle.offers == 300);
  OK(h, apportion_gather_metrics(h, &metrics));
  OK(h, apportion_gather_state(h, &size));
  OK(h, apportion_destroy(h));
}

/* Waits for memory that is on its way back. */
static long settled(long wanted) {
  int i;
  for (i = 0; i < 2400 && status_of("VmRSS:") > wanted; i++) usleep(25000);
  return status_of("VmRSS:");
}

static void rounds(void) {
  long resident, tasks, peak = 0, after;
  int files, i;
  for (i = 0; i < 50; i++) fill();
  usleep(300000);
  resident = status_of("VmRSS:");
  tasks = status_of("Threads:");
  files = open_files();
  for (i = 0; i < 1000; i++) {
    fill();
    if (status_of("VmRSS:") > peak) peak = status_of("VmRSS:");
  }
  after = settled(resident + 1024);
  fprintf(stderr,
          "resident: %ld kB, at most %ld kB, then %ld kB; threads: %ld, then "
          "%ld; files: %d, then %d\n",
          resident, peak, after, tasks, status_of("Threads:"), files,
          open_files());
  CHECK(after <= resident + 4096);
  CHECK(status_of("Threads:") <= tasks + 4);
  CHECK(open_files() <= files + 4);
}

#define CASE(name) {#name, name}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } cases[] = {CASE(fork_exec),  CASE(sigpipe_ignored), CASE(sigpipe_default),
               CASE(segv_chained), CASE(glog_segv),     CASE(glog_abort),
               CASE(glog_term),  CASE(timer),           CASE(threads),
               CASE(rounds)};
  size_t i;
  for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
    if (argc == 2 && strcmp(argv[1], cases[i].name) == 0) {
      cases[i].run();
      return 0;
    }
  fprintf(stderr, "no such case\n");
  return 2;
}
