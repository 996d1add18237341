/* What the files of garbage.c share. */
#ifndef GARBAGE_H
#define GARBAGE_H

#include "check.h"

extern struct world w;

/* Another instance, and one that w has the place of. */
extern struct world elsewhere, destroyed;

/* Codes that were returned, negated: in the end all of them must have been. */
extern int seen[600];

/* Fails unless the call is refused with this code and leaves no trace. */
#define REFUSES(want, call)                     \
  do {                                          \
    const uint64_t before = digest(w.h);        \
    int32_t refusal;                            \
    refusal = (call);                           \
    expect(want, w.h, refusal, #call, __FILE__, \
           __LINE__);                           \
    CHECK(digest(w.h) == before);               \
    seen[-(want)] = 1;                          \
  } while (0)

/* REFUSES, with a text that has words. */
#define REFUSES_SAYING(words, want, call)                                   \
  do {                                                                      \
    char said[4096] = "";                                                   \
    size_t said_size = 0;                                                   \
    REFUSES(want, call);                                                    \
    OK(w.h, apportion_last_error(w.h, said, sizeof(said) - 1, &said_size)); \
    said[said_size] = 0;                                                    \
    if (strstr(said, words) == NULL)                                        \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, said), exit(1);    \
  } while (0)

/* Counts that are refused before any element is looked at. */
#define TOO_MANY (APPORTION_MAX_COUNT + 1)
#define LIST_TOO_LONG (APPORTION_MAX_LIST + 1)
#define TEXT_TOO_LONG (APPORTION_MAX_STRING + 1)
#define HUGE_COUNT SIZE_MAX

/* Not NULL, and not aligned for anything but bytes. */
extern char odd_memory[64];
#define ODD(type) ((type *)(void *)(((uintptr_t)odd_memory | 7)))

/* What was never given out: the slots of these are free, as yet. */
#define NO_AGENT AGENT_OF(w.agent.handle + 9999)
#define NO_FRAMEWORK FRAMEWORK_OF(w.framework.handle + 9999)
#define NO_ROLE ROLE_OF(9999)

/* An array of resources. call is a function of (data, count). */
#define RESOURCE_LIST(call)                                       \
  do {                                                            \
    apportion_resource x = w.total[0];                            \
    REFUSES(APPORTION_E_NULL, call(NULL, 1));                     \
    REFUSES(APPORTION_E_ALIGN, call(ODD(apportion_resource), 1)); \
    REFUSES(APPORTION_E_COUNT, call(&x, LIST_TOO_LONG));          \
    REFUSES(APPORTION_E_COUNT, call(&x, HUGE_COUNT));             \
    x.reserved = 1;                                               \
    REFUSES(APPORTION_E_RESERVED, call(&x, 1));                   \
    x = scalar(KIND_OF(9999), 1);                                 \
    REFUSES(APPORTION_E_UNKNOWN_KIND, call(&x, 1));               \
    x = scalar(w.cpus, -1);                                       \
    REFUSES(APPORTION_E_AMOUNT, call(&x, 1));                     \
    x = scalar(w.cpus, INT64_MIN);                                \
    REFUSES(APPORTION_E_AMOUNT, call(&x, 1));                     \
    x = w.total[0];                                               \
    x.end = 1;                                                    \
    REFUSES(APPORTION_E_INVALID, call(&x, 1));                    \
    x = w.total[1];                                               \
    x.amount = 1;                                                 \
    REFUSES(APPORTION_E_INVALID, call(&x, 1));                    \
    x = w.total[1];                                               \
    x.begin = x.end + 1;                                          \
    REFUSES(APPORTION_E_INVALID, call(&x, 1));                    \
    x = w.total[1];                                               \
    x.kind = w.racks;                                             \
    REFUSES(APPORTION_E_UNKNOWN_ITEM, call(&x, 1));               \
  } while (0)

/* Usages. call is a function of (data, count), and so many are too many. */
#define USAGE_LIST(call, too_many)                    \
  do {                                                \
    apportion_usage u = {{"other", 5}, 0, 0, {0}, 0}; \
    const apportion_usage fine = u;                   \
    REFUSES(APPORTION_E_NULL, call(NULL, 1));         \
    REFUSES(APPORTION_E_COUNT, call(&u, too_many));   \
    REFUSES(APPORTION_E_COUNT, call(&u, HUGE_COUNT)); \
    u.reserved = 1;                                   \
    REFUSES(APPORTION_E_RESERVED, call(&u, 1));       \
    u = fine;                                         \
    u.role = NO_ROLE;                                 \
    REFUSES(APPORTION_E_UNKNOWN_ROLE, call(&u, 1));   \
    u = fine;                                         \
    u.id.data = NULL;                                 \
    REFUSES(APPORTION_E_NULL, call(&u, 1));           \
    u = fine;                                         \
    u.resource_count = 1;                             \
    REFUSES(APPORTION_E_NULL, call(&u, 1));           \
  } while (0)

/* The handle of an agent. call is a function of it. Those of a framework and of
 * an instance have the slots of agents. */
#define AGENT(call)                                                         \
  do {                                                                      \
    REFUSES(APPORTION_E_UNKNOWN_AGENT, call(AGENT_OF(0)));                  \
    REFUSES(APPORTION_E_UNKNOWN_AGENT, call(NO_AGENT));                     \
    REFUSES(APPORTION_E_UNKNOWN_AGENT, call(AGENT_OF(UINT64_MAX)));         \
    REFUSES(APPORTION_E_UNKNOWN_AGENT, call(AGENT_OF(w.framework.handle))); \
    REFUSES(APPORTION_E_UNKNOWN_AGENT, call(AGENT_OF(w.h.handle)));         \
    REFUSES(APPORTION_E_STALE, call(w.removed_agent));                      \
    REFUSES_SAYING("that is of another instance",                           \
                   APPORTION_E_UNKNOWN_AGENT,                               \
                   call(elsewhere.agent));                                  \
    REFUSES_SAYING("that is of another instance",                           \
                   APPORTION_E_UNKNOWN_AGENT,                               \
                   call(destroyed.agent));                                  \
  } while (0)

#define FRAMEWORK_BUT_0(call)                                                   \
  do {                                                                          \
    REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, call(NO_FRAMEWORK));                 \
    REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, call(FRAMEWORK_OF(UINT64_MAX)));     \
    REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, call(FRAMEWORK_OF(w.agent.handle))); \
    REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, call(FRAMEWORK_OF(w.h.handle)));     \
    REFUSES(APPORTION_E_STALE, call(w.removed_framework));                      \
    REFUSES_SAYING("that is of another instance",                               \
                   APPORTION_E_UNKNOWN_FRAMEWORK,                               \
                   call(elsewhere.framework));                                  \
    REFUSES_SAYING("that is of another instance",                               \
                   APPORTION_E_UNKNOWN_FRAMEWORK,                               \
                   call(destroyed.framework));                                  \
  } while (0)

#define FRAMEWORK(call)                                            \
  do {                                                             \
    REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, call(FRAMEWORK_OF(0))); \
    FRAMEWORK_BUT_0(call);                                         \
  } while (0)

#define ROLE(call)                                                \
  do {                                                            \
    REFUSES(APPORTION_E_UNKNOWN_ROLE, call(NO_ROLE));             \
    REFUSES(APPORTION_E_UNKNOWN_ROLE, call(ROLE_OF(UINT32_MAX))); \
  } while (0)

void test_outputs(void);
void test_answers(void);
void test_question(void);
void test_view(void);
void test_names(void);
void test_kinds(void);
void test_agents(void);
void test_frameworks(void);
void test_resources(void);
void test_holdings(void);
void test_maintenance(void);
void test_policy(void);

#endif
