/* A program as a new user would write it in C11, of the header alone: a database with a
 * volume and ports, under strict use, on a machine that is to be maintained, in a host that
 * restarts. */
#include <apportion.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000000)
#define LENGTH(array) (sizeof(array) / sizeof *(array))

_Static_assert(sizeof(apportion_agent) == 8, "a handle is 64 bits");
_Static_assert(_Alignof(apportion_resource) == 8, "and so is what a resource is aligned to");

static apportion_instance allocator;

static apportion_str str(const char *s) {
  return (apportion_str){.data = s, .size = strlen(s)};
}

_Noreturn static void fail(int line, const char *what) {
  char text[APPORTION_MAX_ERROR];
  size_t size = 0;
  (void)apportion_last_error(allocator, text, sizeof text, &size);
  (void)fprintf(stderr, "line %d: %s: %.*s\n", line, what, (int)size, text);
  exit(EXIT_FAILURE);
}

#define REQUIRE(x) ((x) ? (void)0 : fail(__LINE__, #x))
#define DO(call) REQUIRE((call) == APPORTION_OK)

static bool error_says(const char *words) {
  char text[APPORTION_MAX_ERROR + 1];
  size_t size = 0;
  DO(apportion_last_error(allocator, text, APPORTION_MAX_ERROR, &size));
  text[size] = '\0';
  return strstr(text, words) != NULL;
}

static apportion_kind declare(apportion_kind_info info, const char *name) {
  apportion_kind kind = {0};
  info.struct_size = sizeof info;
  info.name = str(name);
  DO(apportion_declare_kind(allocator, &info, &kind));
  return kind;
}

static apportion_resource scalar(apportion_kind kind, int64_t units) {
  return (apportion_resource){.kind = kind, .amount = units * 1000};
}

static apportion_resource span(apportion_kind kind, uint64_t begin, uint64_t end) {
  return (apportion_resource){.kind = kind, .begin = begin, .end = end};
}

struct offers {
  apportion_offer offer[4];
  apportion_resource resource[16];
  size_t count;
};

/* Does what is due, and reads what is offered. */
static struct offers cycle(int64_t now, int64_t *next, size_t *inverse) {
  struct offers out = {.count = 0};
  apportion_cycle went = APPORTION_CYCLE_INIT;
  size_t resources = 0;
  DO(apportion_run_due(allocator, now, &went, next));
  *inverse = went.inverse_offers;
  REQUIRE(went.offers <= LENGTH(out.offer) && went.resources <= LENGTH(out.resource));
  DO(apportion_cycle_offers(allocator, out.offer, LENGTH(out.offer), &out.count));
  DO(apportion_cycle_resources(allocator, out.resource, LENGTH(out.resource), &resources));
  if (!went.ran) out.count = 0;
  return out;
}

static int64_t amount_of(const struct offers *o, apportion_kind kind) {
  int64_t sum = 0;
  for (size_t i = 0; i < o->count; i++)
    for (uint32_t j = 0; j < o->offer[i].count; j++)
      if (o->resource[o->offer[i].first + j].kind.number == kind.number)
        sum += o->resource[o->offer[i].first + j].amount;
  return sum;
}

int main(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  options.interval_nanos = SECOND;
  options.flags = APPORTION_STRICT_USE;
  DO(apportion_create(&options, &allocator));

  const apportion_reservation reserved = {.type = APPORTION_DYNAMIC, .role = str("db")};
  const apportion_kind cpus = declare((apportion_kind_info){0}, "cpus");
  const apportion_kind disk = declare((apportion_kind_info){0}, "disk");
  const apportion_kind ports = declare((apportion_kind_info){.type = APPORTION_RANGES}, "ports");
  const apportion_kind kept = declare(
      (apportion_kind_info){.reservations = &reserved, .reservation_count = 1}, "disk");
  const apportion_kind volume = declare(
      (apportion_kind_info){.reservations = &reserved, .reservation_count = 1,
                            .flags = APPORTION_KIND_DISK, .disk_persistence = str("v1")}, "disk");

  apportion_role db;
  DO(apportion_declare_role(allocator, "db", strlen("db"), &db));
  apportion_framework_info postgres = APPORTION_FRAMEWORK_INFO_INIT;
  postgres.id = str("postgres");
  postgres.capabilities = APPORTION_CAP_MULTI_ROLE | APPORTION_CAP_RESERVATION_REFINEMENT;
  postgres.roles = &db;
  postgres.role_count = 1;
  apportion_framework framework;
  DO(apportion_add_framework(allocator, &postgres, 1, NULL, 0, &framework));

  const apportion_resource total[] = {scalar(cpus, 4), scalar(disk, 100), span(ports, 31000, 31009)};
  apportion_agent_info machine = APPORTION_AGENT_INFO_INIT;
  machine.id = str("m1");
  machine.total = total;
  machine.total_count = LENGTH(total);
  apportion_agent agent;
  DO(apportion_add_agent(allocator, &machine, &agent));
  REQUIRE(apportion_add_agent(allocator, &machine, &agent) == APPORTION_E_EXISTS && error_says("m1"));

  int64_t next = 0;
  size_t inverse = 0;
  struct offers o = cycle(0, &next, &inverse);
  REQUIRE(o.count == 1 && next == SECOND && o.offer[0].agent.handle == agent.handle);
  REQUIRE(amount_of(&o, cpus) == 4000 && amount_of(&o, disk) == 100000);

  /* A part of the disk is reserved, and a volume made of it. */
  const apportion_resource part = scalar(disk, 40), own = scalar(kept, 40), v1 = scalar(volume, 40);
  const apportion_conversion steps[] = {
      {.consumed = &part, .consumed_count = 1, .converted = &own, .converted_count = 1},
      {.consumed = &own, .consumed_count = 1, .converted = &v1, .converted_count = 1},
  };
  DO(apportion_update_allocation(allocator, framework, agent, db, o.resource, o.offer[0].count,
                                 steps, LENGTH(steps)));
  const apportion_resource task[] = {scalar(cpus, 3), span(ports, 31000, 31001), v1};
  DO(apportion_transition(allocator, agent, db, task, LENGTH(task)));
  REQUIRE(apportion_transition(allocator, agent, db, task, LENGTH(task)) == APPORTION_E_NOT_ALLOCATED);
  REQUIRE(error_says("tasks use") && error_says("m1") && error_says("db"));
  const apportion_resource rest[] = {scalar(cpus, 1), scalar(disk, 60), span(ports, 31002, 31009)};
  DO(apportion_recover_resources(allocator, 0, framework, agent, db, rest, LENGTH(rest),
                                 10 * SECOND, 0));
  o = cycle(SECOND, &next, &inverse);
  REQUIRE(o.count == 0 && inverse == 0);

  /* The machine is to be maintained: the database is asked to move, and agrees. */
  DO(apportion_update_unavailability(allocator, agent, 1, 60 * SECOND, 30 * SECOND));
  o = cycle(2 * SECOND, &next, &inverse);
  REQUIRE(inverse == 1);
  apportion_inverse_offer asked;
  size_t count = 0;
  DO(apportion_cycle_inverse_offers(allocator, &asked, 1, &count));
  REQUIRE(count == 1 && asked.start_nanos == 60 * SECOND && asked.framework.handle == framework.handle);
  DO(apportion_update_inverse_offer(allocator, 3 * SECOND, agent, framework, APPORTION_INVERSE_ACCEPT,
                                    APPORTION_NO_FILTER));

  /* The host restarts. */
  size_t size = 0, again = 0;
  REQUIRE(apportion_snapshot(allocator, NULL, 0, &size) == APPORTION_E_TOO_SMALL);
  char *bytes = malloc(size);
  REQUIRE(bytes != NULL);
  DO(apportion_snapshot(allocator, bytes, size, &again));
  REQUIRE(size == again);
  const apportion_instance before = allocator;
  options = (apportion_options)APPORTION_OPTIONS_INIT;
  DO(apportion_restore(&options, bytes, size, &allocator));
  DO(apportion_destroy(before));
  free(bytes);
  int32_t pending = 0;
  REQUIRE(apportion_pending(before, &pending) == APPORTION_E_HANDLE);
  REQUIRE(apportion_find_agent(allocator, "m2", 2, &agent) == APPORTION_E_UNKNOWN_AGENT);
  DO(apportion_find_agent(allocator, "m1", 2, &agent));
  DO(apportion_find_framework(allocator, "postgres", strlen("postgres"), &framework));

  /* It moves: the volume stays, and is offered to the role alone. */
  DO(apportion_recover_resources(allocator, 20 * SECOND, framework, agent, db, task, LENGTH(task),
                                 APPORTION_NO_FILTER, 1));
  o = cycle(20 * SECOND, &next, &inverse);
  REQUIRE(o.count == 1 && amount_of(&o, volume) == 40000 && amount_of(&o, disk) == 60000);
  REQUIRE(amount_of(&o, cpus) == 4000);
  DO(apportion_destroy(allocator));
  (void)printf("the volume of %" PRId64 " is there\n", amount_of(&o, volume));
  return EXIT_SUCCESS;
}
