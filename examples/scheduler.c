/* A scheduler loop: two frameworks share a machine by dominant resource
 * fairness. Each second the machine's free resources are offered to whoever is
 * behind, which starts a task of its shape and gives the rest back.
 *
 *     cc scheduler.c $(pkg-config --cflags --libs apportion) -o scheduler */
#include <apportion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static apportion_instance allocator;

static void check(int32_t code) {
  char text[4096];
  size_t size;
  if (code == APPORTION_OK) return;
  if (apportion_last_error(allocator, text, sizeof text, &size) != 0) size = 0;
  fprintf(stderr, "apportion: %d: %.*s\n", (int)code, (int)size, text);
  exit(1);
}

static apportion_str str(const char *s) {
  apportion_str out;
  out.data = s;
  out.size = strlen(s);
  return out;
}

int main(void) {
  static const char *const names[2] = {"analytics", "web"};
  static const int64_t task[2][2] = {{1000, 4000}, {3000, 1000}}; /* cpus, mem */
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_kind_info kind = APPORTION_KIND_INFO_INIT;
  apportion_framework_info framework = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_agent_info machine = APPORTION_AGENT_INFO_INIT;
  apportion_resource total[2] = {{0, 0, 9000, 0, 0}, {0, 0, 18000, 0, 0}};
  apportion_framework frameworks[2];
  apportion_role role;
  apportion_agent agent;
  int64_t second;
  int i;

  check(apportion_create(&options, &allocator));
  for (i = 0; i < 2; i++) {
    kind.name = str(i == 0 ? "cpus" : "mem");
    check(apportion_declare_kind(allocator, &kind, &total[i].kind));
    check(apportion_declare_role(allocator, names[i], strlen(names[i]), &role));
    framework.id = str(names[i]);
    framework.roles = &role;
    framework.role_count = 1;
    check(apportion_add_framework(allocator, &framework, 1, NULL, 0,
                                  &frameworks[i]));
  }
  machine.id = machine.hostname = str("machine-1");
  machine.total = total;
  machine.total_count = 2;
  check(apportion_add_agent(allocator, &machine, &agent));
  for (second = 1; second <= 5; second++) {
    apportion_cycle cycle = APPORTION_CYCLE_INIT;
    apportion_offer offer; /* one machine: one offer */
    apportion_resource rest[2], used[2];
    size_t offers, resources;
    check(apportion_request_allocation(allocator));
    check(apportion_allocate(allocator, second * 1000000000, &cycle));
    check(apportion_cycle_offers(allocator, &offer, 1, &offers));
    check(apportion_cycle_resources(allocator, rest, 2, &resources));
    const int who = offers == 1 && offer.framework == frameworks[1];
    for (i = 0; i < (int)resources; i++) {
      used[i] = rest[i];
      used[i].amount = task[who][rest[i].kind != total[0].kind];
      rest[i].amount -= used[i].amount;
    }
    check(apportion_transition(allocator, agent, offer.role, used, resources));
    check(apportion_recover_resources(allocator, second * 1000000000,
                                      offer.framework, agent, offer.role, rest,
                                      resources, APPORTION_NO_FILTER, 0));
    printf("%d s: %s starts a task\n", (int)second, names[who]);
  }
  check(apportion_destroy(allocator));
  return 0;
}
