/* garbage.c: where results go. */
#include "garbage.h"

/* An output pointer and a buffer of unknown size are bad in the same ways
 * everywhere. call is a function of (out, capacity, count). */
#define OUTPUT(type, call)                                     \
  do {                                                         \
    type place[2];                                             \
    size_t count = 77;                                         \
    memset(place, 0x5a, sizeof(place));                        \
    REFUSES(APPORTION_E_NULL, call(place, 2, NULL));           \
    REFUSES(APPORTION_E_NULL, call(NULL, 2, &count));          \
    REFUSES(APPORTION_E_NULL, call(NULL, HUGE_COUNT, &count)); \
    REFUSES(APPORTION_E_ALIGN, call(place, 2, ODD(size_t)));   \
    CHECK(count == 77);                                        \
    CHECK(memchr(place, 0, sizeof(place)) == NULL);            \
  } while (0)

#define ROWS(type, call)                                        \
  do {                                                          \
    size_t odd_count = 77;                                      \
    OUTPUT(type, call);                                         \
    REFUSES(APPORTION_E_ALIGN, call(ODD(type), 2, &odd_count)); \
    CHECK(odd_count == 77);                                     \
  } while (0)

#define AGENT_NAME(p, n, c) apportion_agent_name(w.h, w.agent, p, n, c)
#define FRAMEWORK_NAME(p, n, c) \
  apportion_framework_name(w.h, w.framework, p, n, c)
#define ROLE_NAME(p, n, c) apportion_role_name(w.h, w.web, p, n, c)
#define ITEM_NAME(p, n, c) apportion_item_name(w.h, w.rack, p, n, c)
#define RESOURCE_NAME(p, n, c) apportion_resource_name(w.h, NAME_OF(0), p, n, c)
#define LAST_ERROR(p, n, c) apportion_last_error(w.h, p, n, c)
#define PROCESS_ERROR(p, n, c) apportion_last_error(NO_INSTANCE, p, n, c)
#define SIMILAR(p, n, c) apportion_similar_names("web", 3, &web, 1, p, n, c)
#define CODE_NAME(p, n, c) apportion_code_name(APPORTION_OK, p, n, c)
#define STATE(p, n, c) apportion_state_json(w.h, p, n, c)
#define SNAPSHOT(p, n, c) apportion_snapshot(w.h, p, n, c)
#define GATHERED_STATE(p, n, c) apportion_gathered_state(w.h, p, n, c)
#define KIND(p, n, c) apportion_describe_kind(w.h, w.volume, p, n, c)
#define OFFERS(p, n, c) apportion_cycle_offers(w.h, p, n, c)
#define RESOURCES(p, n, c) apportion_cycle_resources(w.h, p, n, c)
#define INVERSE(p, n, c) apportion_cycle_inverse_offers(w.h, p, n, c)
#define HEADROOM(p, n, c) apportion_cycle_headroom(w.h, p, n, c)
#define M_ROLES(p, n, c) apportion_metrics_roles(w.h, p, n, c)
#define M_KEYS(p, n, c) apportion_metrics_keys(w.h, p, n, c)
#define M_QUANTITIES(p, n, c) apportion_metrics_quantities(w.h, p, n, c)
#define M_SUBSCRIPTIONS(p, n, c) apportion_metrics_subscriptions(w.h, p, n, c)
#define M_LOANS(p, n, c) apportion_metrics_loans(w.h, p, n, c)
#define M_OVERDUE(p, n, c) apportion_metrics_overdue(w.h, p, n, c)
#define E_TEXT(p, n, c) apportion_explained_text(w.h, p, n, c)
#define E_JSON(p, n, c) apportion_explained_json(w.h, p, n, c)
#define VIEW_FILE(p, n, c) apportion_view_file("view.js", 7, p, n, c)
#define VIEW_HEADERS(p, n, c) apportion_view_headers("view.js", 7, p, n, c)
#define VIEW(p, n, c) apportion_gathered_view(w.h, a_view(), p, n, c)
#define TOTAL(p, n, c) apportion_agent_total(w.h, w.agent, p, n, c)
#define FREE(p, n, c) apportion_agent_free(w.h, w.agent, p, n, c)
#define HELD(p, n, c) \
  apportion_agent_held(w.h, w.agent, w.framework, w.web, p, n, c)
#define ALLOCATED(p, n, c) \
  apportion_agent_allocated(w.h, w.agent, w.web, p, n, c)
#define AGENTS_OF(p, n, c) \
  apportion_inverse_statuses(w.h, p, n, c, NULL, 0, &two, NULL, 0, &three)
#define STATUSES_OF(p, n, c) \
  apportion_inverse_statuses(w.h, NULL, 0, &two, p, n, c, NULL, 0, &three)
#define TEXT_OF(p, n, c) \
  apportion_inverse_statuses(w.h, NULL, 0, &two, NULL, 0, &three, p, n, c)

/* Asks a question that there is an answer to. */
static void explained(void) {
  apportion_question q = APPORTION_QUESTION_INIT;
  q.framework = w.framework;
  q.role = w.web;
  OK(w.h, apportion_explain(w.h, &q));
}

/* Asks for what the page shows. */
static uint64_t a_view(void) {
  apportion_view_question q = APPORTION_VIEW_QUESTION_INIT;
  uint64_t answer = 0;
  q.question = str("data");
  OK(w.h, apportion_gather_view(w.h, &q, &answer));
  return answer;
}

void test_outputs(void) {
  static const int32_t no_codes[] = {1, -7, -99, -501, INT32_MIN, INT32_MAX};
  size_t two = 2, three = 3, size = 0, i;
  char text[8];
  uint64_t number = 0;
  apportion_resource resource;
  const apportion_str web = {"web", 3};
  memset(text, 0x5a, sizeof(text));

  OUTPUT(char, AGENT_NAME);
  OUTPUT(char, FRAMEWORK_NAME);
  OUTPUT(char, ROLE_NAME);
  OUTPUT(char, ITEM_NAME);
  OUTPUT(char, RESOURCE_NAME);
  OUTPUT(char, LAST_ERROR);
  OUTPUT(char, PROCESS_ERROR);
  OUTPUT(char, CODE_NAME);
  ROWS(uint32_t, SIMILAR);
  REFUSES(APPORTION_E_NULL,
          apportion_similar_names(NULL, 1, &web, 1, NULL, 0, &size));
  REFUSES(APPORTION_E_NULL,
          apportion_similar_names("w", 1, NULL, 1, NULL, 0, &size));
  REFUSES(APPORTION_E_COUNT,
          apportion_similar_names("w", 1, &web, HUGE_COUNT, NULL, 0, &size));
  OUTPUT(char, VIEW_FILE);
  OUTPUT(char, VIEW_HEADERS);
  OUTPUT(char, VIEW);
  REFUSES(APPORTION_E_NULL, apportion_view_file(NULL, 1, NULL, 0, &size));
  REFUSES(APPORTION_E_NULL, apportion_view_headers(NULL, 1, NULL, 0, &size));
  OUTPUT(char, apportion_version);
  OUTPUT(char, STATE);
  OUTPUT(char, SNAPSHOT);
  OUTPUT(char, GATHERED_STATE);
  OUTPUT(char, TEXT_OF);
  explained();
  OUTPUT(char, E_TEXT);
  OUTPUT(char, E_JSON);
  ROWS(uint64_t, KIND);
  ROWS(apportion_offer, OFFERS);
  ROWS(apportion_resource, RESOURCES);
  ROWS(apportion_inverse_offer, INVERSE);
  ROWS(apportion_headroom, HEADROOM);
  ROWS(apportion_role_metrics, M_ROLES);
  ROWS(apportion_role_key, M_KEYS);
  ROWS(apportion_quantity_metrics, M_QUANTITIES);
  ROWS(apportion_subscription, M_SUBSCRIPTIONS);
  ROWS(apportion_loan_metrics, M_LOANS);
  ROWS(apportion_overdue_borrower, M_OVERDUE);
  ROWS(apportion_resource, TOTAL);
  ROWS(apportion_resource, FREE);
  ROWS(apportion_resource, HELD);
  ROWS(apportion_resource, ALLOCATED);
  ROWS(apportion_agent, AGENTS_OF);
  ROWS(apportion_inverse_status, STATUSES_OF);
  CHECK(two == 2 && three == 3);

  /* The size is told, and nothing else written. */
  REFUSES(APPORTION_E_TOO_SMALL, FRAMEWORK_NAME(text, 7, &size));
  CHECK(size == 8 && text[0] == 0x5a);
  REFUSES(APPORTION_E_TOO_SMALL, OFFERS(NULL, 0, &size));
  CHECK(size == 1);
  REFUSES(APPORTION_E_TOO_SMALL, RESOURCES(&resource, 1, &size));
  CHECK(size == 2);
  REFUSES(APPORTION_E_TOO_SMALL, TOTAL(&resource, 1, &size));
  CHECK(size == 2);
  REFUSES(APPORTION_E_TOO_SMALL, HELD(NULL, 0, &size));
  CHECK(size == 2);
  REFUSES(APPORTION_E_TOO_SMALL, KIND(&number, 8, &size));
  CHECK(size > sizeof(apportion_kind_info) && number == 0);

  for (i = 0; i < sizeof(no_codes) / sizeof(*no_codes); i++)
    REFUSES(APPORTION_E_INVALID,
            apportion_code_name(no_codes[i], text, 8, &size));
  REFUSES(APPORTION_E_TOO_SMALL, CODE_NAME(text, 1, &size));
  CHECK(size == 2 && text[0] == 0x5a);

  REFUSES(APPORTION_E_UNKNOWN_ITEM,
          apportion_item_name(w.h, 99, text, 8, &size));
  REFUSES(APPORTION_E_UNKNOWN_KIND,
          apportion_describe_kind(w.h, KIND_OF(99), NULL, 0, &size));
  REFUSES(APPORTION_E_INVALID,
          apportion_resource_name(w.h, NAME_OF(UINT32_MAX), text, 8, &size));
}

/* A question with an answer of fixed size. */
#define ANSWER(type, function)                            \
  do {                                                    \
    REFUSES(APPORTION_E_NULL, function(w.h, NULL));       \
    REFUSES(APPORTION_E_ALIGN, function(w.h, ODD(type))); \
  } while (0)

/* A record that is filled in. */
#define FILLED(type, init, call)                          \
  do {                                                    \
    type record = init;                                   \
    ANSWER(type, call);                                   \
    record.struct_size++;                                 \
    REFUSES(APPORTION_E_STRUCT_SIZE, call(w.h, &record)); \
    record.struct_size = 0;                               \
    REFUSES(APPORTION_E_STRUCT_SIZE, call(w.h, &record)); \
  } while (0)

static int32_t allocate(apportion_instance h, apportion_cycle *cycle) {
  return apportion_allocate(h, 99, cycle);
}

#define RECORD(dir, size, bytes, seconds) \
  apportion_start_recording(w.h, dir, size, bytes, seconds)

static void test_recording(void) {
  const size_t size = strlen(folder());
  apportion_options o = APPORTION_OPTIONS_INIT;
  apportion_instance other = {0};
  char text[256];
  size_t n;

  REFUSES(APPORTION_E_NULL, RECORD(NULL, 1, 0, 0));
  REFUSES(APPORTION_E_COUNT, RECORD("x", TEXT_TOO_LONG, 0, 0));
  REFUSES(APPORTION_E_INVALID, RECORD(NULL, 0, 0, 0));
  REFUSES(APPORTION_E_INVALID, RECORD(folder(), size, -1, 0));
  REFUSES(APPORTION_E_INVALID, RECORD(folder(), size, 0, -1));
  REFUSES(APPORTION_E_INVALID, RECORD(folder(), size, 0, INT64_MAX));
  REFUSES(APPORTION_E_INVALID, RECORD(folder(), size, 1000, 0));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &n));
  CHECK(strstr(text, "bound on bytes is below two snapshots"));
  REFUSES(APPORTION_E_STATE, RECORD("/dev/null/below", 15, 0, 0));
  OK(w.h, apportion_last_error(w.h, text, sizeof(text), &n));
  CHECK(strstr(text, "\"/dev/null/below\"") && strstr(text, "not a directory"));

  OK(w.h, RECORD(folder(), size, 0, 0));
  REFUSES(APPORTION_E_STATE, RECORD(folder(), size, 0, 0));
  o.record_dir = str(folder());
  EXPECT(APPORTION_E_STATE, NO_INSTANCE, apportion_create(&o, &other));
  CHECK(other.handle == 0);
  OK(NO_INSTANCE, apportion_last_error(NO_INSTANCE, text, sizeof(text), &n));
  CHECK(strstr(text, "another recording is being made in the folder"));
  OK(w.h, apportion_stop_recording(w.h));
  OK(NO_INSTANCE, apportion_create(&o, &other)); /* the folder is free again */
  OK(other, apportion_destroy(other));
  OK(w.h, RECORD(folder(), size, 0, 0));
  OK(w.h, apportion_stop_recording(w.h));
}

void test_answers(void) {
  apportion_metrics metrics = APPORTION_METRICS_INIT;
  ANSWER(int64_t, apportion_next_deadline);
  ANSWER(int64_t, apportion_now);
  ANSWER(int32_t, apportion_pending);
  ANSWER(int32_t, apportion_paused);
  ANSWER(uint64_t, apportion_digest);
  OK(w.h, apportion_request_allocation(w.h)); /* so that there is one to run */
  FILLED(apportion_cycle, APPORTION_CYCLE_INIT, allocate);
  test_question();
  test_view();
  FILLED(apportion_metrics, APPORTION_METRICS_INIT, apportion_gather_metrics);
  FILLED(apportion_metrics, APPORTION_METRICS_INIT, apportion_gathered_metrics);
  ANSWER(size_t, apportion_gather_state);
  FILLED(apportion_recording, APPORTION_RECORDING_INIT,
         apportion_recording_status);
  test_recording();
  metrics.reserved = 1;
  REFUSES(APPORTION_E_RESERVED, apportion_gathered_metrics(w.h, &metrics));
  REFUSES(APPORTION_E_RESERVED, apportion_gather_metrics(w.h, &metrics));
}
