/* Odd questions to apportion_explain and apportion_explain_standing: what is refused is named, and the last
 * answer stays what it is. */
#include "garbage.h"

/* "agent handle 0x41...: " and what is said of it. */
static const char *of_handle(const char *what, uint64_t handle,
                             const char *rest) {
  static char text[256];
  sprintf(text, "%s handle 0x%llx: %s", what, (unsigned long long)handle, rest);
  return text;
}

/* "agent handle 0x41..., and no " and what is missing. */
static const char *and_no(const char *what, uint64_t handle,
                          const char *missing) {
  static char text[256];
  sprintf(text, "%s handle 0x%llx, and no %s", what, (unsigned long long)handle,
          missing);
  return text;
}

static int32_t ask(apportion_framework framework, apportion_role role,
                   apportion_agent agent) {
  apportion_question q = APPORTION_QUESTION_INIT;
  q.framework = framework;
  q.role = role;
  q.agent = agent;
  return apportion_explain(w.h, &q);
}

static void odd_frameworks(void) {
  const apportion_agent any_agent[] = {{0}, w.agent};
  const apportion_role any_role[] = {w.web, {APPORTION_ALL_ROLES}};
  size_t i;
  for (i = 0; i < 3; i++) { /* in a role, about an agent, in all roles */
    const apportion_agent agent = any_agent[i == 1];
    const apportion_role role = any_role[i == 2];
#define ASK(framework) ask(framework, role, agent)
    REFUSES_SAYING(of_handle("framework", NO_FRAMEWORK.handle, "never given out"),
                   APPORTION_E_UNKNOWN_FRAMEWORK, ASK(NO_FRAMEWORK));
    REFUSES_SAYING(of_handle("framework", UINT64_MAX, "never given out"),
                   APPORTION_E_UNKNOWN_FRAMEWORK, ASK(FRAMEWORK_OF(UINT64_MAX)));
    REFUSES_SAYING(of_handle("framework", w.agent.handle, "that is an agent's"),
                   APPORTION_E_UNKNOWN_FRAMEWORK, ASK(FRAMEWORK_OF(w.agent.handle)));
    REFUSES_SAYING(of_handle("framework", w.removed_framework.handle,
                             "that framework was removed"),
                   APPORTION_E_STALE, ASK(w.removed_framework));
#undef ASK
  }
}

static void odd_roles(void) {
  REFUSES_SAYING(
      "framework \"marathon\": is not subscribed to role \"eng/dev\"",
      APPORTION_E_NOT_SUBSCRIBED, ask(w.framework, w.dev, AGENT_OF(0)));
  REFUSES_SAYING(
      "framework \"marathon\": is not subscribed to role \"eng/dev\"",
      APPORTION_E_NOT_SUBSCRIBED, ask(w.framework, w.dev, w.agent));
  REFUSES_SAYING("framework \"marathon\": role 9999 ", APPORTION_E_UNKNOWN_ROLE,
                 ask(w.framework, NO_ROLE, AGENT_OF(0)));
  REFUSES_SAYING("role 9999 ", APPORTION_E_UNKNOWN_ROLE,
                 ask(FRAMEWORK_OF(0), NO_ROLE, AGENT_OF(0)));
}

static void odd_agents(void) {
  struct world other;
  apportion_agent stranger;
  make_world(&other);
  stranger = agent_of(&other, "a2"); /* in a slot that w has not */
#define ASK(agent) ask(w.framework, w.web, agent)
  REFUSES_SAYING(of_handle("agent", stranger.handle, "that is of another instance"),
                 APPORTION_E_UNKNOWN_AGENT, ASK(stranger));
  OK(other.h, apportion_destroy(other.h));
  REFUSES_SAYING(of_handle("agent", NO_AGENT.handle, "never given out"),
                 APPORTION_E_UNKNOWN_AGENT, ASK(NO_AGENT));
  REFUSES_SAYING(of_handle("agent", w.framework.handle, "that is a framework's"),
                 APPORTION_E_UNKNOWN_AGENT, ASK(AGENT_OF(w.framework.handle)));
  REFUSES_SAYING(of_handle("agent", w.removed_agent.handle, "that agent was removed"),
                 APPORTION_E_STALE, ASK(w.removed_agent));
#undef ASK
}

static void about_nothing(void) {
  REFUSES_SAYING("question: is about neither a framework nor a role",
                 APPORTION_E_INVALID, ask(FRAMEWORK_OF(0), ALL_ROLES, AGENT_OF(0)));
  REFUSES_SAYING("question: is about neither a framework nor a role",
                 APPORTION_E_INVALID, ask(FRAMEWORK_OF(0), ALL_ROLES, w.agent));
  REFUSES_SAYING(and_no("agent", w.agent.handle, "framework"), APPORTION_E_INVALID,
                 ask(FRAMEWORK_OF(0), w.web, w.agent));
  REFUSES_SAYING(and_no("framework", w.framework.handle, "role"), APPORTION_E_INVALID,
                 ask(w.framework, ALL_ROLES, w.agent));
}

static void odd_records(void) {
  apportion_question q = APPORTION_QUESTION_INIT;
  REFUSES_SAYING("question: is about neither a framework nor a role",
                 APPORTION_E_INVALID, apportion_explain(w.h, &q));
  q.role = w.web;
  REFUSES(APPORTION_E_NULL, apportion_explain(w.h, NULL));
  q.flags = 2;
  REFUSES(APPORTION_E_RESERVED, apportion_explain(w.h, &q));
  q.flags = 0;
  q.reserved = 1;
  REFUSES(APPORTION_E_RESERVED, apportion_explain(w.h, &q));
  q.reserved = 0;
  q.visible_role_count = 1;
  REFUSES(APPORTION_E_NULL, apportion_explain(w.h, &q));
  q.visible_role_count = 0;
  q.visible_framework_count = 1;
  REFUSES(APPORTION_E_NULL, apportion_explain(w.h, &q));
  q.visible_framework_count = 0;
  q.struct_size = 24;
  REFUSES(APPORTION_E_STRUCT_SIZE, apportion_explain(w.h, &q));
}

static void odd_standings(void) {
  apportion_standing_question q = APPORTION_STANDING_QUESTION_INIT;
  const apportion_standing_question good = q;
  REFUSES(APPORTION_E_NULL, apportion_explain_standing(w.h, NULL));
#define REFUSED(code, set)                             \
  q = good;                                            \
  set;                                                 \
  REFUSES(code, apportion_explain_standing(w.h, &q))
  REFUSED(APPORTION_E_RESERVED, q.flags = 8);
  REFUSED(APPORTION_E_RESERVED, q.reserved = 1);
  REFUSED(APPORTION_E_STRUCT_SIZE, q.struct_size = 72);
  REFUSED(APPORTION_E_NULL, q.new_request.count = 1);
  REFUSED(APPORTION_E_NULL, q.visible_framework_count = 1);
  REFUSED(APPORTION_E_UNKNOWN_ROLE, q.role = NO_ROLE);
  REFUSED(APPORTION_E_UNKNOWN_ROLE, q.other_role = NO_ROLE);
  REFUSED(APPORTION_E_UNKNOWN_FRAMEWORK, q.framework = NO_FRAMEWORK);
  REFUSED(APPORTION_E_STALE, q.other_framework = w.removed_framework);
  REFUSED(APPORTION_E_INVALID, q.other_role = w.web);
  REFUSED(APPORTION_E_INVALID, q.flags = APPORTION_QUESTION_NEW_ROLE |
                                         APPORTION_QUESTION_NEW_FRAMEWORK);
  REFUSED(APPORTION_E_INVALID, q.flags = APPORTION_QUESTION_NEW_FRAMEWORK);
  { /* what is said of somebody new, and nobody is */
    const apportion_quantity one = {{"cpus", 4}, 1000};
    REFUSED(APPORTION_E_INVALID, q.new_in = w.web);
    REFUSED(APPORTION_E_INVALID, q.new_weight = 2);
    REFUSED(APPORTION_E_INVALID, (q.new_minimum.items = &one, q.new_minimum.count = 1));
    REFUSED(APPORTION_E_INVALID, (q.new_request.items = &one, q.new_request.count = 1));
  }
  REFUSED(APPORTION_E_INVALID, (q.flags = APPORTION_QUESTION_NEW_ROLE, q.new_weight = -1));
  REFUSED(APPORTION_E_NOT_SUBSCRIBED,
          (q.role = w.web, q.other_role = w.dev, q.other_framework = w.framework));
#undef REFUSED
}

void test_question(void) {
  char before[4096], after[4096];
  size_t size = 0, size_after = 0;
  OK(w.h, ask(w.framework, w.web, w.agent));
  OK(w.h, apportion_explained_text(w.h, before, sizeof(before), &size));
  odd_frameworks();
  odd_roles();
  odd_agents();
  about_nothing();
  odd_records();
  odd_standings();
  OK(w.h, apportion_explained_text(w.h, after, sizeof(after), &size_after));
  CHECK(size == size_after && memcmp(before, after, size) == 0);
}
