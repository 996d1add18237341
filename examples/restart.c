/* A host that restarts, and whose allocator goes on where it was.
 *
 * It writes a snapshot, which a real one keeps in a file, and restores it when it is
 * there again. What tasks use and what frameworks refuse is in it. The host looks up its
 * handles by name; the numbers of roles and kinds are what they were.
 *
 *     cc restart.c $(pkg-config --cflags --libs apportion) -o restart */
#include <apportion.h>
#include <stdio.h>
#include <stdlib.h>

#define SECOND ((int64_t)1000000000)

static apportion_instance a;
static apportion_role web;
static apportion_kind cpus;

static void check(int32_t code) {
  if (code < 0) {
    fprintf(stderr, "apportion: error %d\n", (int)code);
    exit(1);
  }
}

static apportion_resource four_cpus(void) {
  apportion_resource r = {{0}, 0, 4000, 0, 0};
  r.kind = cpus;
  return r;
}

static apportion_agent add_machine(const char *id) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  const apportion_resource total = four_cpus();
  apportion_agent machine;
  info.id.data = id;
  info.id.size = 2;
  info.total = &total;
  info.total_count = 1;
  check(apportion_add_agent(a, &info, &machine));
  return machine;
}

static void set_up(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
  check(apportion_create(&options, &a));
  check(apportion_declare_role(a, "web", 3, &web));
  kind.name.data = "cpus";
  kind.name.size = 4;
  check(apportion_declare_kind(a, &kind, &cpus));
}

/* Web's framework is offered both machines: it starts a task on m1, and wants nothing of
 * m2 for an hour. */
static void run(void) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  const apportion_resource all = four_cpus();
  const apportion_agent m1 = add_machine("m1"), m2 = add_machine("m2");
  apportion_framework framework;
  info.id.data = "web";
  info.id.size = 3;
  info.roles = &web;
  info.role_count = 1;
  check(apportion_add_framework(a, &info, 1, NULL, 0, &framework));
  check(apportion_allocate(a, 0, &cycle));
  check(apportion_transition(a, m1, web, &all, 1));
  check(apportion_recover_resources(a, 0, framework, m2, web, &all, 1,
                                    3600 * SECOND, 0));
  printf(" 0 s: m1 runs web's task, m2 is refused for an hour\n");
}

/* What the host keeps, and reads when it is there again. */
static char *snapshot(size_t *size) {
  char *bytes;
  int32_t code = apportion_snapshot(a, NULL, 0, size);
  if (code != APPORTION_E_TOO_SMALL)
    check(code);
  bytes = malloc(*size);
  if (bytes == NULL)
    exit(1);
  check(apportion_snapshot(a, bytes, *size, size));
  return bytes;
}

static void offer(int seconds) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  apportion_offer offer;
  char name[APPORTION_MAX_ID];
  size_t n;
  check(apportion_advance(a, seconds * SECOND));
  check(apportion_request_allocation(a));
  check(apportion_allocate(a, seconds * SECOND, &cycle));
  printf("after the restart, %d s: offered ", seconds);
  if (cycle.offers == 0) {
    printf("nothing\n");
    return;
  }
  check(apportion_cycle_offers(a, &offer, 1, &n));
  check(apportion_agent_name(a, offer.agent, name, sizeof(name), &n));
  printf("%.*s\n", (int)n, name);
}

int main(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_framework framework;
  apportion_instance none;
  size_t size;
  char *bytes;
  set_up();
  run();
  bytes = snapshot(&size);
  check(apportion_destroy(a)); /* the process ends, and another one begins */

  check(apportion_restore(&options, bytes, size, &a));
  check(apportion_find_framework(a, "web", 3, &framework)); /* its new handle */
  offer(60);
  offer(3600);
  check(apportion_destroy(a));

  bytes[size / 2] ^= 1;
  if (apportion_restore(&options, bytes, size, &none) == APPORTION_E_INVALID)
    printf("damaged: INVALID\n"); /* apportion_last_error says where and why */
  free(bytes);
  return 0;
}
