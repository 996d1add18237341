/* garbage.c: names and kinds. */
#include "garbage.h"

/* A string argument that is required. call is a function of (data, size). */
#define NAME(call)                                        \
  do {                                                    \
    REFUSES(APPORTION_E_NULL, call(NULL, 1));             \
    REFUSES(APPORTION_E_NULL, call(NULL, HUGE_COUNT));    \
    REFUSES(APPORTION_E_COUNT, call("x", TEXT_TOO_LONG)); \
    REFUSES(APPORTION_E_COUNT, call("x", HUGE_COUNT));    \
  } while (0)

#define DECLARE_ROLE(p, n) apportion_declare_role(w.h, p, n, &role)
#define DECLARE_ITEM(p, n) apportion_declare_item(w.h, p, n, &item)
#define FIND_AGENT(p, n) apportion_find_agent(w.h, p, n, &agent)
#define FIND_FRAMEWORK(p, n) apportion_find_framework(w.h, p, n, &framework)

/* What is wrong with a release, and that none is carried out in part. */
static void test_releases(void) {
  apportion_role roles[2];
  apportion_kind kinds[2];
  uint64_t items[2];
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  REFUSES(APPORTION_E_NULL, apportion_release_roles(w.h, NULL, 1));
  REFUSES(APPORTION_E_NULL, apportion_release_kinds(w.h, NULL, 1));
  REFUSES(APPORTION_E_NULL, apportion_release_items(w.h, NULL, 1));
  REFUSES(APPORTION_E_COUNT, apportion_release_roles(w.h, roles, HUGE_COUNT));
  REFUSES(APPORTION_E_COUNT, apportion_release_kinds(w.h, kinds, HUGE_COUNT));
  REFUSES(APPORTION_E_COUNT, apportion_release_items(w.h, items, HUGE_COUNT));
  REFUSES(APPORTION_E_ALIGN,
          apportion_release_roles(w.h, ODD(apportion_role), 1));
  REFUSES(APPORTION_E_ALIGN,
          apportion_release_kinds(w.h, ODD(apportion_kind), 1));
  REFUSES(APPORTION_E_ALIGN, apportion_release_items(w.h, ODD(uint64_t), 1));
  info.name = str("short lived");
  OK(w.h, apportion_declare_role(w.h, "short/lived", 11, &roles[0]));
  OK(w.h, apportion_declare_kind(w.h, &info, &kinds[0]));
  OK(w.h, apportion_declare_item(w.h, "short lived", 11, &items[0]));
  roles[1].number = 99999;
  kinds[1].number = 99999;
  items[1] = 99999;
  REFUSES(APPORTION_E_UNKNOWN_ROLE, apportion_release_roles(w.h, roles, 2));
  REFUSES(APPORTION_E_UNKNOWN_KIND, apportion_release_kinds(w.h, kinds, 2));
  REFUSES(APPORTION_E_UNKNOWN_ITEM, apportion_release_items(w.h, items, 2));
  roles[1] = roles[0];
  kinds[1] = kinds[0];
  items[1] = items[0];
  REFUSES(APPORTION_E_UNKNOWN_ROLE, apportion_release_roles(w.h, roles, 2));
  REFUSES(APPORTION_E_UNKNOWN_KIND, apportion_release_kinds(w.h, kinds, 2));
  REFUSES(APPORTION_E_UNKNOWN_ITEM, apportion_release_items(w.h, items, 2));
  OK(w.h, apportion_release_roles(w.h, roles, 1));
  OK(w.h, apportion_release_kinds(w.h, kinds, 1));
  OK(w.h, apportion_release_items(w.h, items, 1));
  OK(w.h, apportion_release_roles(w.h, NULL, 0));
  OK(w.h, apportion_release_kinds(w.h, NULL, 0));
  OK(w.h, apportion_release_items(w.h, NULL, 0));
  REFUSES(APPORTION_E_UNKNOWN_ROLE, apportion_release_roles(w.h, roles, 1));
  REFUSES(APPORTION_E_UNKNOWN_KIND, apportion_release_kinds(w.h, kinds, 1));
  REFUSES(APPORTION_E_UNKNOWN_ITEM, apportion_release_items(w.h, items, 1));
}

void test_names(void) {
  static const char *const bad_roles[] = {"",     "/a",  "a/",  "a//b", ".",
                                          "a/..", "-a",  "a b", "*/a",  "a/*",
                                          "\x7f", "a\nb"};
  apportion_role role = {7};
  apportion_agent agent = {7};
  apportion_framework framework = {7};
  uint64_t item = 7;
  size_t i;
  static char long_id[65536];
  NAME(DECLARE_ROLE);
  NAME(DECLARE_ITEM);
  NAME(FIND_AGENT);
  NAME(FIND_FRAMEWORK);
  REFUSES(APPORTION_E_NULL, apportion_declare_role(w.h, "x", 1, NULL));
  REFUSES(APPORTION_E_NULL, apportion_declare_item(w.h, "x", 1, NULL));
  REFUSES(APPORTION_E_NULL, apportion_find_agent(w.h, "a1", 2, NULL));
  REFUSES(APPORTION_E_NULL, apportion_find_framework(w.h, "a1", 2, NULL));
  memset(long_id, 'x', sizeof(long_id)); /* what is wrong is told all the same */
  REFUSES_SAYING("xxx\": there is none", APPORTION_E_UNKNOWN_AGENT, FIND_AGENT(long_id, sizeof(long_id)));
  for (i = 0; i < sizeof(bad_roles) / sizeof(*bad_roles); i++)
    REFUSES(APPORTION_E_NAME, DECLARE_ROLE(bad_roles[i], strlen(bad_roles[i])));
  test_releases();
  REFUSES(APPORTION_E_UNKNOWN_AGENT, FIND_AGENT("none", 4));
  REFUSES(APPORTION_E_UNKNOWN_AGENT, FIND_AGENT("gone", 4));
  REFUSES(APPORTION_E_UNKNOWN_AGENT, FIND_AGENT(NULL, 0));
  REFUSES(APPORTION_E_UNKNOWN_FRAMEWORK, FIND_FRAMEWORK("gone", 4));
  CHECK(role.number == 7 && item == 7);
  CHECK(agent.handle == 7 && framework.handle == 7);
}

void test_kinds(void) {
  apportion_kind_info k = APPORTION_KIND_INFO_INIT;
  apportion_reservation r = {APPORTION_DYNAMIC, 0, {"web", 3}, {0, 0}, 0, 0};
  apportion_label l = {{"key", 3}, {0, 0}};
  const apportion_reservation good_r = r;
  apportion_kind_info good;
  apportion_kind kind = {7};

#define KIND_REFUSES(want)                               \
  REFUSES(want, apportion_declare_kind(w.h, &k, &kind)); \
  CHECK(kind.number == 7); k = good; r = good_r

  k.name = str("disk");
  k.reservations = &r;
  k.reservation_count = 1;
  good = k;
  REFUSES(APPORTION_E_NULL, apportion_declare_kind(w.h, NULL, &kind));
  REFUSES(APPORTION_E_NULL, apportion_declare_kind(w.h, &k, NULL));
  REFUSES(APPORTION_E_ALIGN,
          apportion_declare_kind(w.h, ODD(apportion_kind_info), &kind));
  k.struct_size = 4;
  KIND_REFUSES(APPORTION_E_STRUCT_SIZE);
  k.flags = 8;
  KIND_REFUSES(APPORTION_E_RESERVED);
  k.type = 3;
  KIND_REFUSES(APPORTION_E_INVALID);
  k.type = 256;
  KIND_REFUSES(APPORTION_E_INVALID);
  k.name.size = 0;
  KIND_REFUSES(APPORTION_E_NAME);
  k.name.data = NULL;
  KIND_REFUSES(APPORTION_E_NULL);
  k.provider.size = 1;
  KIND_REFUSES(APPORTION_E_NULL);
  k.disk_source = APPORTION_DISK_PATH; /* without APPORTION_KIND_DISK */
  KIND_REFUSES(APPORTION_E_INVALID);
  k.disk_root = str("/mnt");
  KIND_REFUSES(APPORTION_E_INVALID);
  k.disk_metadata = &l;
  KIND_REFUSES(APPORTION_E_INVALID);
  k.flags = APPORTION_KIND_DISK;
  k.disk_source = 261;
  KIND_REFUSES(APPORTION_E_INVALID);
  k.flags = APPORTION_KIND_DISK;
  k.disk_metadata_count = 1;
  KIND_REFUSES(APPORTION_E_NULL);
  k.flags = APPORTION_KIND_SHARED;
  KIND_REFUSES(APPORTION_E_INVALID);
  k.reservation_count = LIST_TOO_LONG;
  KIND_REFUSES(APPORTION_E_COUNT);
  k.reservations = NULL;
  KIND_REFUSES(APPORTION_E_NULL);
  r.reserved = 1;
  KIND_REFUSES(APPORTION_E_RESERVED);
  r.type = 257;
  KIND_REFUSES(APPORTION_E_INVALID);
  r.role = str("a b");
  KIND_REFUSES(APPORTION_E_NAME);
  r.principal.size = HUGE_COUNT;
  KIND_REFUSES(APPORTION_E_NULL);
  r.label_count = 1;
  KIND_REFUSES(APPORTION_E_NULL);
  r.labels = &l;
  r.label_count = APPORTION_MAX_COUNT + 1;
  KIND_REFUSES(APPORTION_E_COUNT);
  l.value.size = 1;
  r.labels = &l;
  r.label_count = 1;
  KIND_REFUSES(APPORTION_E_NULL);
}
