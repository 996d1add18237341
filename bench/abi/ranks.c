/* What a rank costs that is set through the C library, in Go's benchmark format:
 * the ranks of all frameworks of one role, or of all roles in 20 groups, set to
 * others at random by one call.
 *
 *     ranks [SECONDS]
 *
 * Each line is what SECONDS (0.5) of the work took, and the processor's time for
 * a rank. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

enum { MOST = 10000, GROUPS = 20 };

/* From 0 to 1, the same numbers in each run. */
static double draw(void) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) * 0x1p-53;
}

static apportion_instance create(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance h;
  options.role_policy = options.framework_policy = str("ranked");
  OK(NO_INSTANCE, apportion_create(&options, &h));
  return h;
}

static apportion_role_rank roles[MOST];
static apportion_framework_rank frameworks[MOST];

/* Sets the ranks of so many roles and frameworks; returns the nanoseconds. */
static int64_t set_ranks(apportion_instance h, int role_count, int framework_count) {
  int64_t began;
  int i;
  for (i = 0; i < role_count; i++) roles[i].rank = draw();
  for (i = 0; i < framework_count; i++) frameworks[i].rank = draw();
  began = nanos_of(CLOCK_PROCESS_CPUTIME_ID);
  OK(h, apportion_set_ranks(h, roles, (size_t)role_count, frameworks, (size_t)framework_count));
  return nanos_of(CLOCK_PROCESS_CPUTIME_ID) - began;
}

/* One role with count frameworks. */
static void fill_frameworks(apportion_instance h, int count) {
  apportion_role role;
  int i;
  OK(h, apportion_declare_role(h, "web", 3, &role));
  for (i = 0; i < count; i++)
    frameworks[i].framework = add_framework(h, i, &role);
}

/* Roles with a framework each. */
static void fill_roles(apportion_instance h, int count) {
  char path[32];
  int i;
  for (i = 0; i < count; i++) {
    snprintf(path, sizeof(path), "group-%02d/role-%d", i % GROUPS, i);
    OK(h, apportion_declare_role(h, path, strlen(path), &roles[i].role));
    add_framework(h, i, &roles[i].role);
  }
}

static void measure(const char *name, int role_count, int framework_count, int64_t budget,
                    void (*fill)(apportion_instance, int)) {
  const apportion_instance h = create();
  const int count = role_count + framework_count;
  int64_t took = 0, rounds = 0;
  fill(h, count);
  set_ranks(h, role_count, framework_count); /* the first pays for what has never been touched */
  for (; took < budget; rounds++) took += set_ranks(h, role_count, framework_count);
  OK(h, apportion_destroy(h));
  printf("BenchmarkABIRanks/%s/%d\t%8lld\t%12.0f ns/op\t%8.1f ns/rank\n",
         name, count, (long long)rounds, (double)took / (double)rounds,
         (double)took / (double)rounds / count);
}

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? atof(argv[1]) : 0.5;
  const int64_t budget = (int64_t)(seconds * 1e9);
  int count;
  if (!(seconds > 0)) {
    fprintf(stderr, "usage: ranks [SECONDS]\n");
    return 2;
  }
  for (count = 1000; count <= MOST; count *= 10) {
    measure("frameworks", 0, count, budget, fill_frameworks);
    measure("roles", count, 0, budget, fill_roles);
  }
  return 0;
}
