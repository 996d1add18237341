/* A scheduler's event loop, on a clock that it simulates.
 *
 * Three machines serve two frameworks. "batch" has a queue of short tasks and
 * would fill the cluster. "web" is guaranteed 8 cpus: it needs half of them at
 * first, and all when its traffic grows after 20 seconds. Whoever has nothing
 * to start refuses what it is offered, for a minute or until it revives.
 *
 *     cc scheduler.c $(pkg-config --cflags --libs apportion) -o scheduler */
#include <apportion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND 1000000000LL

struct framework {
  const char *name, *path;  /* of its role */
  int64_t cpus, mem, lasts; /* of a task, in thousandths and nanoseconds */
  int waiting;              /* tasks to start */
  apportion_framework id;
  apportion_role role;
  apportion_resource task[2];
};

struct task {
  int64_t ends;
  const struct framework *of;
  apportion_agent machine;
};

static struct framework web = {.name = "web", .path = "web", .cpus = 2000,
    .mem = 4000, .lasts = 30 * SECOND, .waiting = 2};
static struct framework batch = {.name = "batch", .path = "eng/batch",
    .cpus = 1000, .mem = 4000, .lasts = 15 * SECOND / 2, .waiting = 60};
static struct task tasks[64]; /* that run, of the 64 there are */
static size_t task_count;
static int64_t traffic_grows = 20 * SECOND;

static apportion_instance allocator;
static apportion_kind cpus, mem;

/* Buffers, which grow to what is put into them. */
static apportion_op *ops;
static apportion_result *results;
static apportion_offer *offers;
static apportion_resource *offered;
static size_t op_count, op_room, result_room, offer_room, offered_room;

static void *grown(void *p, size_t *room, size_t count, size_t size) {
  if (count <= *room) return p;
  *room = 2 * count;
  p = realloc(p, *room * size);
  if (p == NULL) abort();
  return p;
}

static void check(int32_t code) {
  char name[32], text[4096];
  size_t name_size = 0, size = 0;
  if (code == APPORTION_OK) return;
  apportion_code_name(code, name, sizeof name, &name_size);
  /* What is told of no valid instance is under none. */
  if (code == APPORTION_E_HANDLE) allocator.handle = 0;
  apportion_last_error(allocator, text, sizeof text, &size);
  fprintf(stderr, "%.*s: %.*s\n", (int)name_size, name, (int)size, text);
  exit(1);
}

static apportion_str str(const char *s) {
  return (apportion_str){s, strlen(s)};
}

static apportion_kind declare_kind(const char *name) {
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_kind kind;
  info.name = str(name);
  check(apportion_declare_kind(allocator, &info, &kind));
  return kind;
}

static void add_framework(struct framework *f) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  const apportion_str path = str(f->path);
  check(apportion_declare_role(allocator, path.data, path.size, &f->role));
  f->task[0] = (apportion_resource){.kind = cpus, .amount = f->cpus};
  f->task[1] = (apportion_resource){.kind = mem, .amount = f->mem};
  info.id = str(f->name);
  info.roles = &f->role;
  info.role_count = 1;
  check(apportion_add_framework(allocator, &info, 1, NULL, 0, &f->id));
}

static void set_up(void) {
  static const char *const machines[] = {"m1", "m2", "m3"};
  const apportion_quantity guarantee = {str("cpus"), 8000};
  apportion_options options = APPORTION_OPTIONS_INIT;
  options.interval_nanos = SECOND;
  options.agent_order = APPORTION_ORDER_BY_ID; /* prints the same for ever */
  check(apportion_create(&options, &allocator));
  cpus = declare_kind("cpus");
  mem = declare_kind("mem");
  add_framework(&web);
  add_framework(&batch);
  check(apportion_set_quota(allocator, web.role, &guarantee, 1, NULL, 0));
  for (int i = 0; i < 3; i++) {
    const apportion_resource total[] = {{.kind = cpus, .amount = 8000},
                                        {.kind = mem, .amount = 32000}};
    apportion_agent_info machine = APPORTION_AGENT_INFO_INIT;
    apportion_agent id;
    machine.id = machine.hostname = str(machines[i]);
    machine.total = total;
    machine.total_count = 2;
    check(apportion_add_agent(allocator, &machine, &id));
  }
}

/* Operations are gathered, to cross into the library together. */
static apportion_op *operation(uint32_t type) {
  const apportion_op init = APPORTION_OP_INIT;
  ops = grown(ops, &op_room, op_count + 1, sizeof *ops);
  ops[op_count] = init;
  ops[op_count].type = type;
  return &ops[op_count++];
}

static void submit(void) {
  results = grown(results, &result_room, op_count, sizeof *results);
  check(apportion_submit(allocator, ops, op_count, results));
  op_count = 0;
}

static void start_task(int64_t now, const struct framework *f,
                       apportion_agent machine) {
  operation(APPORTION_OP_TRANSITION)->u.transition = (apportion_op_transition){
      .agent = machine, .role = f->role, .resources = f->task,
      .resource_count = 2};
  tasks[task_count++] = (struct task){now + f->lasts, f, machine};
}

static void end_task(int64_t now, struct task *t) {
  operation(APPORTION_OP_RECOVER_RESOURCES)->u.recover_resources =
      (apportion_op_recover_resources){
          .now = now, .framework = t->of->id, .agent = t->machine,
          .role = t->of->role, .resources = t->of->task, .resource_count = 2,
          .refuse_nanos = APPORTION_NO_FILTER, .allocated = 1};
  *t = tasks[--task_count];
}

/* Starts the waiting tasks that fit into an offer and declines the rest. */
static void answer(int64_t now, const apportion_offer *o) {
  struct framework *f = o->framework.handle == web.id.handle ? &web : &batch;
  apportion_resource *rest = offered + o->first;
  int64_t fit[2] = {0, 0}; /* by cpus, by mem */
  for (uint32_t i = 0; i < o->count; i++)
    fit[rest[i].kind.number == mem.number] += rest[i].amount;
  while (f->waiting > 0 && fit[0] >= f->cpus && fit[1] >= f->mem) {
    fit[0] -= f->cpus;
    fit[1] -= f->mem;
    f->waiting--;
    start_task(now, f, o->agent);
  }
  for (uint32_t i = 0; i < o->count; i++)
    rest[i].amount = fit[rest[i].kind.number == mem.number];
  operation(APPORTION_OP_RECOVER_RESOURCES)->u.recover_resources =
      (apportion_op_recover_resources){
          .now = now, .framework = f->id, .agent = o->agent, .role = f->role,
          .resources = rest, .resource_count = o->count,
          .refuse_nanos = f->waiting > 0 ? APPORTION_NO_FILTER : 60 * SECOND};
}

static void answer_offers(int64_t now, const apportion_cycle *cycle) {
  const int webs = web.waiting, batches = batch.waiting;
  size_t n;
  offers = grown(offers, &offer_room, cycle->offers, sizeof *offers);
  offered = grown(offered, &offered_room, cycle->resources, sizeof *offered);
  check(apportion_cycle_resources(allocator, offered, offered_room, &n));
  check(apportion_cycle_offers(allocator, offers, offer_room, &n));
  for (size_t i = 0; i < n; i++) answer(now, &offers[i]);
  submit();
  if (web.waiting + batch.waiting < webs + batches)
    printf("%2d s: starts %d of web, %d of batch\n", (int)(now / SECOND),
           webs - web.waiting, batches - batch.waiting);
}

/* Runs what is due, and returns when something is due next. The answers to offers are
 * calls, after which that may be another time. */
static int64_t run_due(int64_t now) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  int64_t next;
  do {
    check(apportion_run_due(allocator, now, &cycle, &next));
    answer_offers(now, &cycle);
  } while (cycle.offers > 0);
  return next;
}

/* What happens by itself, outside of the allocator. */
static int64_t next_event(void) {
  int64_t at = traffic_grows;
  for (size_t i = 0; i < task_count; i++)
    if (tasks[i].ends < at) at = tasks[i].ends;
  return at;
}

static void handle_events(int64_t now) {
  for (size_t i = task_count; i-- > 0;)
    if (tasks[i].ends <= now) end_task(now, &tasks[i]);
  if (traffic_grows <= now) {
    web.waiting += 2;
    traffic_grows = APPORTION_NEVER;
    operation(APPORTION_OP_REVIVE_OFFERS)->u.framework_roles.framework = web.id;
  }
  submit();
}

static void shut_down(void) {
  apportion_metrics m = APPORTION_METRICS_INIT;
  check(apportion_gather_metrics(allocator, &m));
  printf("%d cycles made %d offers\n", (int)m.allocation_runs,
         (int)m.offers_made);
  check(apportion_remove_framework(allocator, web.id));
  check(apportion_remove_framework(allocator, batch.id));
  check(apportion_destroy(allocator));
  free(ops);
  free(results);
  free(offers);
  free(offered);
}

int main(void) {
  int64_t now = 0;
  set_up();
  for (;;) {
    const int64_t deadline = run_due(now);
    if (task_count == 0 && traffic_grows == APPORTION_NEVER) break;
    now = next_event() < deadline ? next_event() : deadline; /* it waits here */
    handle_events(now);
  }
  shut_down();
  return 0;
}
