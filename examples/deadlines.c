/* The earliest deadline first, by ranks.
 *
 * One machine runs one task at a time. "video" and "report" are in the role batch,
 * whose frameworks are ranked: a framework's rank is the deadline of what it has to
 * do next. "repair" is in a role of its own with the rank -1: it comes before
 * all of batch, whenever it has work. Deadlines are in seconds.
 *
 *     cc deadlines.c $(pkg-config --cflags --libs apportion) -o deadlines */
#include <apportion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct framework {
  const char *name, *role;
  int deadlines[3]; /* of its tasks, the first first; 0 after the last */
  int done;
  apportion_framework id;
};

static struct framework all[] = {{"video", "batch", {20, 40, 0}, 0, {0}},
                                 {"report", "batch", {10, 30, 50}, 0, {0}},
                                 {"repair", "urgent", {99, 0, 0}, 0, {0}}};
#define COUNT (sizeof(all) / sizeof(all[0]))

static void check(int32_t code) {
  if (code < 0) {
    fprintf(stderr, "apportion: error %d\n", (int)code);
    exit(1);
  }
}

static int deadline(const struct framework *f) {
  return f->done < 3 ? f->deadlines[f->done] : 0;
}

/* Ranks cross into the library together, however many there are. */
static void rank_all(apportion_instance a) {
  apportion_framework_rank ranks[COUNT];
  size_t i;
  for (i = 0; i < COUNT; i++) {
    ranks[i].framework = all[i].id;
    ranks[i].rank = deadline(&all[i]);
  }
  check(apportion_set_ranks(a, NULL, 0, ranks, COUNT));
}

/* Runs a cycle, and a task of whoever is offered the machine. */
static int run_task(apportion_instance a) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  apportion_offer offer;
  apportion_resource cpu;
  size_t n, i;
  check(apportion_request_allocation(a));
  check(apportion_allocate(a, 0, &cycle));
  if (cycle.offers == 0)
    return 0;
  check(apportion_cycle_offers(a, &offer, 1, &n));
  check(apportion_cycle_resources(a, &cpu, 1, &n));
  for (i = 0; i < COUNT; i++) {
    struct framework *f = &all[i];
    if (f->id.handle != offer.framework.handle)
      continue;
    printf("%s, due at %d\n", f->name, deadline(f));
    f->done++;
    check(apportion_recover_resources(a, 0, f->id, offer.agent, offer.role, &cpu,
                                      1, APPORTION_NO_FILTER, 0));
    if (deadline(f) == 0)
      check(apportion_suppress_offers(a, f->id, NULL, 0));
  }
  return 1;
}

int main(void) {
  const apportion_role everywhere = {APPORTION_ALL_ROLES};
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_agent_info machine = APPORTION_AGENT_INFO_INIT;
  apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
  apportion_role_rank urgent = {{0}, 0, -1};
  apportion_resource cpu = {0};
  apportion_agent agent;
  apportion_instance a;
  size_t i;

  check(apportion_create(&options, &a));
  check(apportion_set_policy(a, everywhere, APPORTION_POLICY_OF_ALL, "ranked",
                             6));
  kind.name.data = "cpus";
  kind.name.size = 4;
  check(apportion_declare_kind(a, &kind, &cpu.kind));
  for (i = 0; i < COUNT; i++) {
    apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
    apportion_role role;
    check(apportion_declare_role(a, all[i].role, strlen(all[i].role), &role));
    info.id.data = all[i].name;
    info.id.size = strlen(all[i].name);
    info.roles = &role;
    info.role_count = 1;
    check(apportion_add_framework(a, &info, 1, NULL, 0, &all[i].id));
    urgent.role = role; /* the last one's */
  }
  check(apportion_set_ranks(a, &urgent, 1, NULL, 0));
  machine.id.data = "m1";
  machine.id.size = 2;
  cpu.amount = 1000;
  machine.total = &cpu;
  machine.total_count = 1;
  check(apportion_add_agent(a, &machine, &agent));
  do
    rank_all(a);
  while (run_task(a));
  check(apportion_destroy(a));
  return 0;
}
