/* Strict priorities, with fair sharing within each, by ranks.
 *
 * A role's rank is its priority, 0 the most urgent. Four roles share a machine of 12
 * cpus: "web" and "db" have the priority 0, "train", of weight 2, and "crawl" the
 * priority 1. Who has tasks to start gets cpus in the order of priorities; those of the
 * same priority share by weight what the more urgent leave. Nothing is taken from
 * tasks that run: what web needs later comes from those of priority 1 that end.
 *
 *     cc priorities.c $(pkg-config --cflags --libs apportion) -o priorities */
#include <apportion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct role {
  const char *name;
  double priority, weight;
  int wants, runs; /* tasks of a cpu */
  apportion_role id;
  apportion_framework framework; /* its only one */
};

static struct role all[] = {{"web", 0, 1, 3, 0, {0}, {0}},
                            {"db", 0, 1, 3, 0, {0}, {0}},
                            {"train", 1, 2, 99, 0, {0}, {0}},
                            {"crawl", 1, 1, 99, 0, {0}, {0}}};
#define COUNT (sizeof(all) / sizeof(all[0]))

static apportion_instance a;
static apportion_agent machine;
static apportion_resource cpu; /* one */

static void check(int32_t code) {
  if (code < 0) {
    fprintf(stderr, "apportion: error %d\n", (int)code);
    exit(1);
  }
}

/* Starts a task on the offer of a cycle and gives back the rest, of which there is a
 * new offer then. Returns 0 if nothing was offered. */
static int start_task(void) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  apportion_offer offer;
  apportion_resource room;
  size_t n, i;
  check(apportion_request_allocation(a));
  check(apportion_allocate(a, 0, &cycle));
  if (cycle.offers == 0)
    return 0;
  check(apportion_cycle_offers(a, &offer, 1, &n));
  check(apportion_cycle_resources(a, &room, 1, &n));
  check(apportion_transition(a, machine, offer.role, &cpu, 1));
  room.amount -= cpu.amount;
  if (room.amount > 0)
    check(apportion_recover_resources(a, 0, offer.framework, machine, offer.role,
                                      &room, 1, APPORTION_NO_FILTER, 0));
  for (i = 0; i < COUNT; i++)
    if (all[i].id.number == offer.role.number && ++all[i].runs == all[i].wants)
      check(apportion_suppress_offers(a, all[i].framework, NULL, 0));
  return 1;
}

static void fill(void) {
  size_t i;
  while (start_task())
    ;
  for (i = 0; i < COUNT; i++)
    printf("%s %d%s", all[i].name, all[i].runs, i + 1 < COUNT ? ", " : "\n");
}

static void end_task(struct role *r) {
  check(apportion_recover_resources(a, 0, r->framework, machine, r->id, &cpu, 1,
                                    APPORTION_NO_FILTER, 1));
  r->runs--;
}

static void set_up(void) {
  const apportion_role everywhere = {APPORTION_ALL_ROLES};
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
  apportion_role_rank ranks[COUNT];
  apportion_role_weight weights[COUNT];
  apportion_resource twelve;
  size_t i;
  check(apportion_create(&options, &a));
  check(apportion_set_policy(a, everywhere, APPORTION_POLICY_OF_ALL, "ranked",
                             6));
  memset(ranks, 0, sizeof(ranks));
  memset(weights, 0, sizeof(weights));
  for (i = 0; i < COUNT; i++) {
    apportion_framework_info f = APPORTION_FRAMEWORK_INFO_INIT;
    check(apportion_declare_role(a, all[i].name, strlen(all[i].name), &all[i].id));
    ranks[i].role = weights[i].role = all[i].id;
    ranks[i].rank = all[i].priority;
    weights[i].weight = all[i].weight;
    f.id.data = all[i].name;
    f.id.size = strlen(all[i].name);
    f.roles = &all[i].id;
    f.role_count = 1;
    check(apportion_add_framework(a, &f, 1, NULL, 0, &all[i].framework));
  }
  check(apportion_set_ranks(a, ranks, COUNT, NULL, 0));
  check(apportion_set_weights(a, weights, COUNT));
  kind.name.data = "cpus";
  kind.name.size = 4;
  check(apportion_declare_kind(a, &kind, &cpu.kind));
  cpu.amount = 1000;
  twelve = cpu;
  twelve.amount = 12000;
  info.id.data = "m1";
  info.id.size = 2;
  info.total = &twelve;
  info.total_count = 1;
  check(apportion_add_agent(a, &info, &machine));
}

int main(void) {
  struct role *web = &all[0], *train = &all[2], *crawl = &all[3];
  set_up();
  fill(); /* priority 1 shares six cpus two to one */
  web->wants = 6;
  check(apportion_revive_offers(a, web->framework, NULL, 0));
  end_task(train);
  end_task(train);
  end_task(crawl);
  fill(); /* what has ended is web's */
  web->wants = 3;
  check(apportion_suppress_offers(a, web->framework, NULL, 0));
  while (web->runs > web->wants)
    end_task(web);
  fill(); /* and what web no longer needs is shared again, two to one */
  check(apportion_destroy(a));
  return 0;
}
