/* What recording (record_dir) adds to a call and to a cycle through the C library, in
 * Go's benchmark format.
 *
 *     recorded [CYCLES]
 *
 * Two equal instances offer 50,000 agents CYCLES times (5) and are given all back, by
 * single calls, in turn one and the other by 500 of them. The second is recorded, to a
 * folder below $TMPDIR or /tmp that is removed at the end. Times are the processor's, of
 * the thread that calls: the median without a recording, and the median of what the
 * recorded one took more than the other beside it. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <unistd.h>

#include "program.h"

enum { AGENTS = 50000, FRAMEWORKS = 1000, AT_ONCE = 500 };

/* What each turn took without a recording, and more with one. */
struct turns {
  int64_t *off, *more;
  int count;
};

static char folder[4096];

static struct turns new_turns(int most) {
  struct turns t;
  t.off = memory((size_t)most, sizeof(*t.off));
  t.more = memory((size_t)most, sizeof(*t.more));
  t.count = 0;
  return t;
}

static void add_turn(struct turns *t, const int64_t took[2]) {
  t->off[t->count] = took[0];
  t->more[t->count++] = took[1] - took[0];
}

static int compare(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static double median(int64_t *list, int count) {
  qsort(list, (size_t)count, sizeof(*list), compare);
  return (double)list[count / 2];
}

static void report(const char *name, struct turns *t, int operations) {
  const double off = median(t->off, t->count);
  const double more = median(t->more, t->count);
  printf("BenchmarkABIRecorded/%s\t%8d\t%12.0f off-ns/op\t%10.0f more-ns/op\t%6.3f ratio\n",
         name, t->count, off / operations, more / operations, 1 + more / off);
}

static int64_t give_back(struct cluster *c, int first) {
  const int64_t began = nanos_of(CLOCK_THREAD_CPUTIME_ID);
  int i;
  for (i = first; i < first + AT_ONCE; i++) {
    const apportion_offer *o = &c->offers[i];
    OK(c->h, apportion_recover_resources(c->h, 0, o->framework, o->agent, o->role,
                                         c->resources + o->first, o->count,
                                         APPORTION_NO_FILTER, 0));
  }
  return nanos_of(CLOCK_THREAD_CPUTIME_ID) - began;
}

static void close_folder(void) {
  char path[sizeof(folder) + 300];
  struct dirent *entry;
  DIR *dir = opendir(folder);
  while (dir != NULL && (entry = readdir(dir)) != NULL) {
    snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
    (void)unlink(path);
  }
  if (dir != NULL) closedir(dir);
  (void)rmdir(folder);
}

int main(int argc, char **argv) {
  const int cycles = argc > 1 ? atoi(argv[1]) : 5;
  const char *tmp = getenv("TMPDIR");
  apportion_options options = APPORTION_OPTIONS_INIT;
  struct cluster clusters[2];
  struct turns cycle, call;
  int turn, i, first;
  if (cycles < 1) {
    fprintf(stderr, "usage: recorded [CYCLES]\n");
    return 2;
  }
  snprintf(folder, sizeof(folder), "%s/recorded-XXXXXX", tmp == NULL ? "/tmp" : tmp);
  if (mkdtemp(folder) == NULL || atexit(close_folder) != 0) {
    perror(folder);
    return 1;
  }
  cycle = new_turns(cycles);
  call = new_turns(cycles * (AGENTS / AT_ONCE));
  open_cluster(&clusters[0], &options, AGENTS, FRAMEWORKS);
  options.record_dir = str(folder);
  open_cluster(&clusters[1], &options, AGENTS, FRAMEWORKS);
  for (turn = -1; turn < cycles; turn++) { /* the first warms up */
    int64_t took[2];
    for (i = 0; i < 2; i++) took[(turn + 1 + i) % 2] = allocate(&clusters[(turn + 1 + i) % 2], 0);
    if (turn >= 0) add_turn(&cycle, took);
    for (first = 0; first < AGENTS; first += AT_ONCE) {
      for (i = 0; i < 2; i++) {
        const int which = (first / AT_ONCE + i) % 2;
        took[which] = give_back(&clusters[which], first);
      }
      if (turn >= 0) add_turn(&call, took);
    }
  }
  report("call", &call, AT_ONCE);
  report("cycle", &cycle, 1);
  for (i = 0; i < 2; i++) {
    apportion_recording status = APPORTION_RECORDING_INIT;
    OK(clusters[i].h, apportion_recording_status(clusters[i].h, &status));
    if (status.gaps != 0) printf("# %d calls are missing\n", (int)status.missing);
    close_cluster(&clusters[i]);
  }
  return 0;
}
