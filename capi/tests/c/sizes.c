/* Records of callers whose header is older or newer than the library's, at
 * every size that there can be, each at the very end of the memory that may be
 * looked at. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

/* The least size of a record is what it has up to this field. */
#define END(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))
#define LEAST(type, last, size) \
  typedef char least_##type[END(type, last) == (size) ? 1 : -1]

LEAST(apportion_options, flags, APPORTION_OPTIONS_MIN_SIZE);
LEAST(apportion_kind_info, name, APPORTION_KIND_INFO_MIN_SIZE);
LEAST(apportion_agent_info, total_count, APPORTION_AGENT_INFO_MIN_SIZE);
LEAST(apportion_agent_update, total_count, APPORTION_AGENT_UPDATE_MIN_SIZE);
LEAST(apportion_framework_info, role_count, APPORTION_FRAMEWORK_INFO_MIN_SIZE);
LEAST(apportion_cycle, resources, APPORTION_CYCLE_MIN_SIZE);
LEAST(apportion_metrics, frameworks, APPORTION_METRICS_MIN_SIZE);
LEAST(apportion_op, u.zero[0], APPORTION_OP_MIN_SIZE);
LEAST(apportion_question, reserved, APPORTION_QUESTION_MIN_SIZE);
LEAST(apportion_recording, missing, APPORTION_RECORDING_MIN_SIZE);
LEAST(apportion_view_question, question, APPORTION_VIEW_QUESTION_MIN_SIZE);
LEAST(apportion_standing_question, new_request,
      APPORTION_STANDING_QUESTION_MIN_SIZE);

enum { PAGE = 4096, LARGEST = APPORTION_MAX_STRUCT };

static char *memory; /* two pages, and one behind them that is nobody's */

/* Copies what of a record there is room for in size bytes to the end of the
 * memory; what there is behind it is 0. */
static void *placed(const void *record, size_t known, size_t size) {
  const uint32_t struct_size = (uint32_t)size;
  char *p = memory + 2 * PAGE - (size + 7) / 8 * 8;
  memset(p, 0, size);
  memcpy(p, record, known < size ? known : size);
  memcpy(p, &struct_size, sizeof(struct_size));
  return p;
}

/* What a call is to do with a record of this size. */
static int32_t verdict(size_t size, size_t least) {
  return size < least || size % 8 != 0 || size > LARGEST
             ? APPORTION_E_STRUCT_SIZE
             : APPORTION_OK;
}

/* A call that takes a record, in an instance of its own, and tells what became
 * of that. */
typedef int32_t (*taker)(void *record, uint64_t *outcome);

/* Any size must do what the whole record does, with the rest of it 0. The
 * fields that are set are in the least size. */
static void takes(const void *record, size_t known, size_t least, taker call) {
  uint64_t want = 0, got;
  size_t size;
  CHECK(least <= known && known % 8 == 0);
  CHECK(call(placed(record, known, known), &want) == APPORTION_OK);
  for (size = 8; size <= LARGEST + 16; size += size < 256 ? 1 : 8) {
    const int32_t code = verdict(size, least);
    char *p = placed(record, known, size);
    got = want;
    EXPECT(code, NO_INSTANCE, call(p, &got));
    CHECK(got == want);
    if (code == APPORTION_OK && size > known) {
      p[size - 1] = 1; /* a field that the library does not know */
      EXPECT(APPORTION_E_RESERVED, NO_INSTANCE, call(p, &got));
      p[size - 1] = 0;
      p[known] = 1;
      EXPECT(APPORTION_E_RESERVED, NO_INSTANCE, call(p, &got));
    }
  }
}

static int32_t create(void *record, uint64_t *outcome) {
  apportion_instance h;
  const int32_t code = apportion_create(record, &h);
  if (code != APPORTION_OK) return code;
  *outcome = digest(h);
  OK(h, apportion_destroy(h));
  return code;
}

/* Defines a taker: call is an expression with record and a struct world w. */
#define TAKER(name, call)                                      \
  static int32_t name(void *record, uint64_t *outcome) {       \
    struct world w;                                            \
    int32_t code;                                              \
    make_world(&w);                                            \
    code = (call);                                             \
    if (code == APPORTION_OK) *outcome = digest(w.h);          \
    OK(w.h, apportion_destroy(w.h));                           \
    return code;                                               \
  }

static apportion_kind kind;
static apportion_agent agent;
static apportion_framework framework;

TAKER(declare_kind, apportion_declare_kind(w.h, record, &kind))
TAKER(add_agent, apportion_add_agent(w.h, record, &agent))
TAKER(update_agent, apportion_update_agent(w.h, w.agent, record))
TAKER(add_framework,
      apportion_add_framework(w.h, record, 1, NULL, 0, &framework))
TAKER(update_framework, apportion_update_framework(w.h, w.framework, record))

/* Options that were initialised by a header as old as any. */
static void test_versions(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_instance h;
  for (; options.abi_version > 0; options.abi_version--) {
    OK(NO_INSTANCE, apportion_create(&options, &h));
    OK(h, apportion_destroy(h));
  }
}

static void test_taken(void) {
  static const apportion_role role = {0};
  static apportion_resource total; /* of the world's first kind */
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_kind_info k = APPORTION_KIND_INFO_INIT;
  apportion_agent_info a = APPORTION_AGENT_INFO_INIT;
  apportion_agent_update u = APPORTION_AGENT_UPDATE_INIT;
  apportion_framework_info f = APPORTION_FRAMEWORK_INFO_INIT;
  total = scalar(KIND_OF(0), 3000);
  options.interval_nanos = 5;
  options.seed = 77;
  options.flags = APPORTION_NESTED_QUOTA;
  k.flags = APPORTION_KIND_REVOCABLE;
  k.name = str("mem");
  a.id = str("a2");
  a.capabilities = 0; /* what a record that ends before them has */
  a.total = &total;
  a.total_count = 1;
  u.flags = APPORTION_UPDATE_TOTAL;
  u.total = &total;
  u.total_count = 1;
  f.capabilities = APPORTION_CAP_MULTI_ROLE;
  f.id = str("spark");
  f.roles = &role;
  f.role_count = 1;
  takes(&options, sizeof(options), APPORTION_OPTIONS_MIN_SIZE, create);
  takes(&k, sizeof(k), APPORTION_KIND_INFO_MIN_SIZE, declare_kind);
  takes(&a, sizeof(a), APPORTION_AGENT_INFO_MIN_SIZE, add_agent);
  takes(&u, sizeof(u), APPORTION_AGENT_UPDATE_MIN_SIZE, update_agent);
  takes(&f, sizeof(f), APPORTION_FRAMEWORK_INFO_MIN_SIZE, add_framework);
  f.id = str("marathon");
  takes(&f, sizeof(f), APPORTION_FRAMEWORK_INFO_MIN_SIZE, update_framework);
}

/* A call that fills in a record, and does with whole what it did. */
typedef int32_t (*filler)(void *record, void *whole);

/* Any size must be filled in as the whole record is, as far as it goes, with
 * its size and all that lies behind it left alone. */
static void fills(const void *record, size_t known, size_t least,
                  filler call) {
  char whole[256], *p;
  size_t size, i;
  CHECK(known <= sizeof(whole) && least <= known && known % 8 == 0);
  for (size = 8; size <= LARGEST + 16; size += size < 256 ? 1 : 8) {
    const int32_t code = verdict(size, least);
    p = placed(record, known, size);
    memcpy(whole, record, known);
    EXPECT(code, NO_INSTANCE, call(p, whole));
    CHECK(*(uint32_t *)(void *)p == size);
    for (i = 4; i < size; i++)
      CHECK(p[i] == (i < known && code == APPORTION_OK ? whole[i] : 0));
    if (code == APPORTION_OK && size > known) {
      p[size - 1] = 1;
      EXPECT(APPORTION_E_RESERVED, NO_INSTANCE, call(p, whole));
    }
  }
}

static struct world standing;

static int32_t allocate(void *record, void *whole) {
  int32_t code = APPORTION_OK;
  int i;
  for (i = 0; i < 2 && code == APPORTION_OK; i++) {
    struct world w;
    make_world(&w);
    OK(w.h, apportion_recover_resources(w.h, 2, w.framework, w.agent, w.web,
                                        w.total, 2, APPORTION_NO_FILTER, 0));
    OK(w.h, apportion_request_allocation(w.h));
    code = apportion_allocate(w.h, 3, i == 0 ? record : whole);
    OK(w.h, apportion_destroy(w.h));
  }
  return code;
}

static int32_t gather_metrics(void *record, void *whole) {
  const int32_t code = apportion_gather_metrics(standing.h, record);
  OK(standing.h, apportion_gathered_metrics(standing.h, whole));
  return code;
}

static int32_t gathered_metrics(void *record, void *whole) {
  OK(standing.h, apportion_gathered_metrics(standing.h, whole));
  return apportion_gathered_metrics(standing.h, record);
}

static int32_t recording_status(void *record, void *whole) {
  const int32_t code = apportion_recording_status(standing.h, record);
  OK(standing.h, apportion_recording_status(standing.h, whole));
  return code;
}

/* Waits until all of the recording is written: what its status says changes
 * until then. */
static void all_is_written(void) {
  apportion_recording was, is = APPORTION_RECORDING_INIT;
  do {
    was = is;
    usleep(2000);
    OK(standing.h, apportion_recording_status(standing.h, &is));
  } while (is.waiting_bytes != 0 || is.written_bytes == 0 ||
           memcmp(&was, &is, sizeof(is)) != 0);
}

static void test_filled(void) {
  const apportion_recording recording = APPORTION_RECORDING_INIT;
  const apportion_cycle cycle = APPORTION_CYCLE_INIT;
  const apportion_metrics m = APPORTION_METRICS_INIT;
  fills(&cycle, sizeof(cycle), APPORTION_CYCLE_MIN_SIZE, allocate);
  make_world(&standing);
  fills(&m, sizeof(m), APPORTION_METRICS_MIN_SIZE, gather_metrics);
  fills(&m, sizeof(m), APPORTION_METRICS_MIN_SIZE, gathered_metrics);
  OK(standing.h, apportion_start_recording(standing.h, folder(),
                                           strlen(folder()), 0, 0));
  all_is_written();
  fills(&recording, sizeof(recording), APPORTION_RECORDING_MIN_SIZE,
        recording_status);
  OK(standing.h, apportion_destroy(standing.h));
}

/* Places operations at a distance of size bytes. */
static apportion_op *operations(const apportion_op *ops, size_t n,
                                size_t size) {
  const uint32_t struct_size = (uint32_t)size;
  char *p = memory + 2 * PAGE - n * size;
  size_t i;
  memset(p, 0, n * size);
  for (i = 0; i < n; i++) {
    memcpy(p + i * size, &ops[i], size < sizeof(*ops) ? size : sizeof(*ops));
    memcpy(p + i * size, &struct_size, sizeof(struct_size));
  }
  return (apportion_op *)(void *)p;
}

/* Batches of operations that the caller knows less or more of. */
static void test_batches(void) {
  apportion_op ops[3] = {APPORTION_OP_INIT, APPORTION_OP_INIT,
                         APPORTION_OP_INIT};
  apportion_result results[3];
  struct world w;
  size_t size, i;
  int64_t now;
  for (size = 8; size <= PAGE / 2; size += 8) {
    const size_t known = sizeof(apportion_op);
    const int32_t want = verdict(size, APPORTION_OP_MIN_SIZE);
    apportion_op *placed;
    make_world(&w);
    ops[0].type = APPORTION_OP_ADVANCE;
    ops[0].u.advance.now = (int64_t)size + 1;
    ops[1].type = APPORTION_OP_RECOVER_RESOURCES;
    ops[1].u.recover_resources.now = (int64_t)size + 2;
    ops[1].u.recover_resources.framework = w.framework;
    ops[1].u.recover_resources.agent = w.agent;
    ops[1].u.recover_resources.role = w.web;
    ops[1].u.recover_resources.resources = w.total;
    ops[1].u.recover_resources.resource_count = 2;
    ops[2].type = APPORTION_OP_REMOVE_AGENT;
    ops[2].u.agent = w.agent;
    placed = operations(ops, 3, size);
    memset(results, 0x5a, sizeof(results));
    if (want != APPORTION_OK) {
      EXPECT(want, w.h, apportion_submit(w.h, placed, 3, results));
      CHECK(results[0].code == 0x5a5a5a5a);
    } else if (size < 32) { /* too short to name the agent */
      EXPECT(APPORTION_E_PARTIAL, w.h,
             apportion_submit(w.h, placed, 3, results));
      CHECK(results[0].code == APPORTION_OK);
      CHECK(results[1].code == APPORTION_E_UNKNOWN_FRAMEWORK ||
            results[1].code == APPORTION_E_UNKNOWN_AGENT);
      CHECK(results[2].code == APPORTION_OK);
    } else {
      OK(w.h, apportion_submit(w.h, placed, 3, results));
      for (i = 0; i < 3; i++) CHECK(results[i].code == APPORTION_OK);
      OK(w.h, apportion_now(w.h, &now));
      CHECK(now == (int64_t)size + 2);
    }
    if (want == APPORTION_OK && size > known) {
      /* The first of the fields that the library does not know. */
      ((char *)placed)[size + known] = 1;
      EXPECT(APPORTION_E_PARTIAL, w.h,
             apportion_submit(w.h, placed, 2, results));
      CHECK(results[0].code == APPORTION_OK);
      CHECK(results[1].code == APPORTION_E_RESERVED);
    }
    OK(w.h, apportion_destroy(w.h));
  }
}

/* Whoever has forgotten the _INIT macro is told of it. */
static void test_forgotten(void) {
  struct world w;
  apportion_options options;
  apportion_cycle cycle;
  memset(&options, 0, sizeof(options));
  memset(&cycle, 0, sizeof(cycle));
  REFUSED_AS("APPORTION_OPTIONS_INIT", APPORTION_E_VERSION, NO_INSTANCE,
             apportion_create(&options, &w.h));
  make_world(&w);
  REFUSED_AS("_INIT macro", APPORTION_E_STRUCT_SIZE, w.h,
             apportion_allocate(w.h, 2, &cycle));
  OK(w.h, apportion_destroy(w.h));
}

int main(void) {
  test_forgotten();
  memory = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  CHECK(mprotect(memory + 2 * PAGE, PAGE, PROT_NONE) == 0);
  test_versions();
  test_taken();
  test_filled();
  test_batches();
  return 0;
}
