/* Odd questions of the page to an instance, and numbers of no answer. */
#include "garbage.h"

static int32_t ask(const char *question) {
  apportion_view_question q = APPORTION_VIEW_QUESTION_INIT;
  uint64_t answer = 77;
  int32_t code;
  q.question = str(question);
  code = apportion_gather_view(w.h, &q, &answer);
  CHECK((code == APPORTION_OK) == (answer != 77));
  return code;
}

static void odd_questions(void) {
  static const char *none[] = {
      "", "?", "nothing", "data?%zz", "../data", "view.js", "history",
      "history?points=1", "history?points=9999", "history?points=9&roles=x",
      "explain", "explain?framework="};
  size_t i;
  for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
    REFUSES_SAYING("no such question", APPORTION_E_INVALID, ask(none[i]));
  REFUSES_SAYING("role \"x\": there is none that may be seen",
                 APPORTION_E_UNKNOWN_ROLE, ask("explain?role=x"));
  REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, ask("explain?framework=gone"));
  REFUSES(APPORTION_E_UNKNOWN_AGENT, ask("explain?agent=gone"));
  REFUSES(APPORTION_E_UNKNOWN_AGENT, ask("explain?slot=4294967295"));
  REFUSES(APPORTION_E_NOT_SUBSCRIBED,
          ask("explain?framework=marathon&role=eng/dev"));
  OK(w.h, ask("data?since=nonsense.-1.zz"));
}

static void odd_records(void) {
  apportion_view_question q = APPORTION_VIEW_QUESTION_INIT;
  uint64_t answer = 0;
  q.question = str("data");
#define ASK() apportion_gather_view(w.h, &q, &answer)
  REFUSES(APPORTION_E_NULL, apportion_gather_view(w.h, NULL, &answer));
  REFUSES(APPORTION_E_NULL, apportion_gather_view(w.h, &q, NULL));
  REFUSES(APPORTION_E_ALIGN, apportion_gather_view(w.h, &q, ODD(uint64_t)));
  q.question.size = TEXT_TOO_LONG;
  REFUSES(APPORTION_E_COUNT, ASK());
  q.question = str("data");
  q.flags = 2;
  REFUSES(APPORTION_E_RESERVED, ASK());
  q.flags = 0;
  q.visible_role_count = 1;
  REFUSES(APPORTION_E_NULL, ASK());
  q.visible_role_count = 0;
  q.visible_framework_count = 1;
  REFUSES(APPORTION_E_NULL, ASK());
  q.visible_framework_count = 0;
  q.struct_size = 16;
  REFUSES(APPORTION_E_STRUCT_SIZE, ASK());
#undef ASK
}

/* Of a reader that fails, the last error tells nothing. */
static void no_answers(void) {
  static const uint64_t none[] = {0, 9999, UINT64_MAX};
  char text[1];
  size_t size = 0, i;
  for (i = 0; i < sizeof(none) / sizeof(none[0]); i++)
    REFUSES(APPORTION_E_STATE,
            apportion_gathered_view(w.h, none[i], text, 1, &size));
  REFUSES(APPORTION_E_NAME, apportion_view_file("view.go", 7, text, 1, &size));
  REFUSES(APPORTION_E_NAME,
          apportion_view_file("../page.go", 10, text, 1, &size));
}

void test_view(void) {
  odd_questions();
  odd_records();
  no_answers();
}
