/* garbage.c: agents and frameworks. */
#include "garbage.h"

#define AGENT_NAME_OF(a) apportion_agent_name(w.h, a, text, 8, &size)
#define REMOVE_AGENT(a) apportion_remove_agent(w.h, a)
#define ACTIVATE_AGENT(a) apportion_activate_agent(w.h, a)
#define DEACTIVATE_AGENT(a) apportion_deactivate_agent(w.h, a)
#define UPDATE_AGENT(a) apportion_update_agent(w.h, a, &update)
#define PROVIDER(a) apportion_add_resource_provider(w.h, a, 0, 0, 0, 0)
#define PROVIDER_TOTAL(p, n) \
  apportion_add_resource_provider(w.h, w.agent, p, n, 0, 0)
#define PROVIDER_USED(p, n) \
  apportion_add_resource_provider(w.h, w.agent, 0, 0, p, n)

static int32_t agent_total(const apportion_resource *p, size_t n) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_agent agent;
  info.id = str("new");
  info.total = p;
  info.total_count = n;
  return apportion_add_agent(w.h, &info, &agent);
}

static int32_t agent_used(const apportion_usage *p, size_t n) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_agent agent;
  info.id = str("new");
  info.used = p;
  info.used_count = n;
  return apportion_add_agent(w.h, &info, &agent);
}

static int32_t new_total(const apportion_resource *p, size_t n) {
  apportion_agent_update update = APPORTION_AGENT_UPDATE_INIT;
  update.flags = APPORTION_UPDATE_TOTAL;
  update.total = p;
  update.total_count = n;
  return apportion_update_agent(w.h, w.agent, &update);
}

void test_agents(void) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  apportion_agent_update update = APPORTION_AGENT_UPDATE_INIT;
  const apportion_agent_update good_update = update;
  apportion_agent_info good;
  apportion_agent agent = {7};
  apportion_str host = {NULL, 1};
  char text[8];
  size_t size;

#define ADD_REFUSES(want)                                 \
  REFUSES(want, apportion_add_agent(w.h, &info, &agent)); \
  CHECK(agent.handle == 7); info = good

  info.id = str("new");
  good = info;
  REFUSES(APPORTION_E_NULL, apportion_add_agent(w.h, NULL, &agent));
  REFUSES(APPORTION_E_NULL, apportion_add_agent(w.h, &info, NULL));
  REFUSES(APPORTION_E_ALIGN,
          apportion_add_agent(w.h, ODD(apportion_agent_info), &agent));
  info.struct_size = 1;
  ADD_REFUSES(APPORTION_E_STRUCT_SIZE);
  info.reserved = 1;
  ADD_REFUSES(APPORTION_E_RESERVED);
  info.flags = 2;
  ADD_REFUSES(APPORTION_E_RESERVED);
  info.id = str("a1");
  ADD_REFUSES(APPORTION_E_EXISTS);
  info.id = str("a/1");
  ADD_REFUSES(APPORTION_E_NAME);
  info.id.size = TEXT_TOO_LONG;
  ADD_REFUSES(APPORTION_E_COUNT);
  info.region = str("here");
  ADD_REFUSES(APPORTION_E_INVALID);
  info.hostname.size = 1;
  ADD_REFUSES(APPORTION_E_NULL);
  info.capabilities = 1u << 31;
  ADD_REFUSES(APPORTION_E_INVALID);
  info.capabilities = APPORTION_CAP_GPU_RESOURCES;
  ADD_REFUSES(APPORTION_E_INVALID);
  info.unavailable_start_nanos = 1;
  ADD_REFUSES(APPORTION_E_INVALID);
  info.flags = APPORTION_AGENT_UNAVAILABLE;
  info.unavailable_duration_nanos = -1;
  ADD_REFUSES(APPORTION_E_INVALID);
  RESOURCE_LIST(agent_total);
  USAGE_LIST(agent_used, LIST_TOO_LONG);

  AGENT(AGENT_NAME_OF);
  AGENT(REMOVE_AGENT);
  AGENT(ACTIVATE_AGENT);
  AGENT(DEACTIVATE_AGENT);
  AGENT(UPDATE_AGENT);
  AGENT(PROVIDER);
  RESOURCE_LIST(PROVIDER_TOTAL);
  USAGE_LIST(PROVIDER_USED, LIST_TOO_LONG);

#define UPDATE_REFUSES(want)                                    \
  REFUSES(want, apportion_update_agent(w.h, w.agent, &update)); \
  update = good_update

  REFUSES(APPORTION_E_NULL, apportion_update_agent(w.h, w.agent, NULL));
  update.struct_size = 1;
  UPDATE_REFUSES(APPORTION_E_STRUCT_SIZE);
  update.reserved = 1;
  UPDATE_REFUSES(APPORTION_E_RESERVED);
  update.flags = 16;
  UPDATE_REFUSES(APPORTION_E_RESERVED);
  update.capabilities = 1; /* without its flag */
  UPDATE_REFUSES(APPORTION_E_INVALID);
  update.total = w.total;
  update.total_count = 1;
  UPDATE_REFUSES(APPORTION_E_INVALID);
  update.region = str("here");
  UPDATE_REFUSES(APPORTION_E_INVALID);
  update.hostname.size = 1;
  UPDATE_REFUSES(APPORTION_E_NULL);
  RESOURCE_LIST(new_total);

  REFUSES(APPORTION_E_NULL, apportion_set_whitelist(w.h, NULL, 1));
  REFUSES(APPORTION_E_NULL, apportion_set_whitelist(w.h, &host, 1));
  REFUSES(APPORTION_E_COUNT, apportion_set_whitelist(w.h, &host, TOO_MANY));
  REFUSES(APPORTION_E_ALIGN,
          apportion_set_whitelist(w.h, ODD(apportion_str), 1));
}

#define FRAMEWORK_NAME_OF(f) apportion_framework_name(w.h, f, text, 8, &size)
#define REMOVE_FRAMEWORK(f) apportion_remove_framework(w.h, f)
#define ACTIVATE_FRAMEWORK(f) apportion_activate_framework(w.h, f)
#define DEACTIVATE_FRAMEWORK(f) apportion_deactivate_framework(w.h, f)
#define REQUEST(f) apportion_request_resources(w.h, f)
#define UPDATE_FRAMEWORK(f) apportion_update_framework(w.h, f, &info)
#define SUPPRESS(f) apportion_suppress_offers(w.h, f, 0, 0)
#define REVIVE(f) apportion_revive_offers(w.h, f, 0, 0)
#define EXCLUDE(f) apportion_exclude_agent(w.h, f, w.web, w.agent, 1)
#define EXCLUDE_FROM(r) apportion_exclude_agent(w.h, w.framework, r, w.agent, 1)
#define EXCLUDE_AGENT(a) apportion_exclude_agent(w.h, w.framework, w.web, a, 1)
#define EXCLUDE_LIST(f) apportion_exclude_agents(w.h, f, w.web, &w.agent, 1)
#define EXCLUDE_LIST_FROM(r) \
  apportion_exclude_agents(w.h, w.framework, r, &w.agent, 1)

static int32_t exclude_one(apportion_agent agent) {
  return apportion_exclude_agents(w.h, w.framework, w.web, &agent, 1);
}

static int32_t framework_used(const apportion_usage *p, size_t n) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework framework;
  info.id = str("new");
  return apportion_add_framework(w.h, &info, 1, p, n, &framework);
}

static apportion_usage many_used[LIST_TOO_LONG];

static int32_t suppress_role(apportion_role role) {
  return apportion_suppress_offers(w.h, w.framework, &role, 1);
}

static int32_t revive_role(apportion_role role) {
  return apportion_revive_offers(w.h, w.framework, &role, 1);
}

static int32_t subscribe(apportion_role role) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  info.id = str("marathon");
  info.roles = &role;
  info.role_count = 1;
  return apportion_update_framework(w.h, w.framework, &info);
}

static void test_role_lists(apportion_framework f) {
  const apportion_role *none = NULL, *odd = ODD(apportion_role);
  REFUSES(APPORTION_E_NULL, apportion_suppress_offers(w.h, f, none, 1));
  REFUSES(APPORTION_E_ALIGN, apportion_suppress_offers(w.h, f, odd, 1));
  REFUSES(APPORTION_E_COUNT,
          apportion_suppress_offers(w.h, f, &w.web, HUGE_COUNT));
  REFUSES(APPORTION_E_NOT_SUBSCRIBED,
          apportion_suppress_offers(w.h, f, &w.dev, 1));
  REFUSES(APPORTION_E_NULL, apportion_revive_offers(w.h, f, none, 1));
  REFUSES(APPORTION_E_ALIGN, apportion_revive_offers(w.h, f, odd, 1));
  REFUSES(APPORTION_E_COUNT,
          apportion_revive_offers(w.h, f, &w.web, LIST_TOO_LONG));
  REFUSES(APPORTION_E_NOT_SUBSCRIBED,
          apportion_revive_offers(w.h, f, &w.dev, 1));
}

void test_frameworks(void) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework_info good;
  apportion_framework framework = {7};
  apportion_role_minimum minimum = {0, 0, {0}, 0};
  apportion_usage used = {{"a1", 2}, 0, 0, {0}, 0};
  apportion_quantity q = {{"cpus", 4}, -1};
  apportion_quantities list = {&q, 1};
  char text[8];
  size_t size;
  int add;

  info.id = str("new");
  info.roles = &w.web;
  info.role_count = 1;
  minimum.role = w.web;
  good = info;

#define INFO_REFUSES(want)                                                     \
  REFUSES(want, add ? apportion_add_framework(w.h, &info, 1, 0, 0, &framework) \
                    : apportion_update_framework(w.h, w.framework, &info));    \
  CHECK(framework.handle == 7); info = good

  for (add = 1; add >= 0; add--) {
    if (!add) good.id = info.id = str("marathon");
    info.struct_size--;
    INFO_REFUSES(APPORTION_E_STRUCT_SIZE);
    info.capabilities = 1u << 31;
    INFO_REFUSES(APPORTION_E_INVALID);
    info.id.data = NULL;
    INFO_REFUSES(APPORTION_E_NULL);
    info.roles = NULL;
    INFO_REFUSES(APPORTION_E_NULL);
    info.roles = ODD(apportion_role);
    INFO_REFUSES(APPORTION_E_ALIGN);
    info.role_count = LIST_TOO_LONG;
    INFO_REFUSES(APPORTION_E_COUNT);
    info.suppressed_count = 1;
    INFO_REFUSES(APPORTION_E_NULL);
    info.suppressed = &w.dev;
    info.suppressed_count = 1;
    INFO_REFUSES(APPORTION_E_NOT_SUBSCRIBED);
    info.minimum_count = 1;
    INFO_REFUSES(APPORTION_E_NULL);
    info.minima = &minimum;
    info.minimum_count = HUGE_COUNT;
    INFO_REFUSES(APPORTION_E_COUNT);
    minimum.reserved = 1;
    info.minima = &minimum;
    info.minimum_count = 1;
    INFO_REFUSES(APPORTION_E_RESERVED);
    minimum.reserved = 0;
    minimum.lists = &list;
    minimum.list_count = 1;
    info.minima = &minimum;
    info.minimum_count = 1;
    INFO_REFUSES(APPORTION_E_AMOUNT);
    minimum.lists = NULL;
    info.minima = &minimum;
    info.minimum_count = 1;
    INFO_REFUSES(APPORTION_E_NULL);
    minimum.list_count = 0;
    minimum.role = w.dev;
    info.minima = &minimum;
    info.minimum_count = 1;
    INFO_REFUSES(APPORTION_E_NOT_SUBSCRIBED);
    minimum.role = w.web;
  }
  info.id = str("other");
  REFUSES(APPORTION_E_INVALID, UPDATE_FRAMEWORK(w.framework));
  info.id = str("marathon");
  FRAMEWORK(UPDATE_FRAMEWORK);
  ROLE(subscribe);
  REFUSES(APPORTION_E_NULL, apportion_update_framework(w.h, w.framework, NULL));
  REFUSES(APPORTION_E_EXISTS,
          apportion_add_framework(w.h, &info, 1, 0, 0, &framework));
  info.id = str(".");
  REFUSES(APPORTION_E_NAME,
          apportion_add_framework(w.h, &info, 1, 0, 0, &framework));
  REFUSES(APPORTION_E_NULL,
          apportion_add_framework(w.h, NULL, 1, 0, 0, &framework));
  info.id = str("new");
  REFUSES(APPORTION_E_NULL, apportion_add_framework(w.h, &info, 1, 0, 0, NULL));
  REFUSES_SAYING("framework: active is 9, and neither 0 nor 1",
                 APPORTION_E_INVALID,
                 apportion_add_framework(w.h, &info, 9, 0, 0, &framework));
  REFUSES(APPORTION_E_INVALID,
          apportion_exclude_agent(w.h, w.framework, w.web, w.agent, 2));
  USAGE_LIST(framework_used, TOO_MANY);
  many_used[LIST_TOO_LONG - 1].reserved = 1; /* it is read: so many are not too many */
  REFUSES(APPORTION_E_RESERVED, framework_used(many_used, LIST_TOO_LONG));
  used.role = w.web;
  used.resources = w.total;
  used.resource_count = 1;
  REFUSES(APPORTION_E_NOT_ALLOCATED,
          apportion_add_framework(w.h, &info, 1, &used, 1, &framework));
  CHECK(framework.handle == 7);

  FRAMEWORK(FRAMEWORK_NAME_OF);
  FRAMEWORK(REMOVE_FRAMEWORK);
  FRAMEWORK(ACTIVATE_FRAMEWORK);
  FRAMEWORK(DEACTIVATE_FRAMEWORK);
  FRAMEWORK(REQUEST);
  FRAMEWORK(SUPPRESS);
  FRAMEWORK(REVIVE);
  FRAMEWORK(EXCLUDE);
  FRAMEWORK(EXCLUDE_LIST);
  AGENT(EXCLUDE_AGENT);
  AGENT(exclude_one);
  ROLE(EXCLUDE_FROM);
  ROLE(EXCLUDE_LIST_FROM);
  ROLE(suppress_role);
  ROLE(revive_role);
  test_role_lists(w.framework);
  REFUSES(APPORTION_E_NOT_SUBSCRIBED, EXCLUDE_FROM(w.dev));
  REFUSES(APPORTION_E_NOT_SUBSCRIBED, EXCLUDE_LIST_FROM(w.dev));
  REFUSES(APPORTION_E_NULL,
          apportion_exclude_agents(w.h, w.framework, w.web, NULL, 1));
  REFUSES(APPORTION_E_COUNT,
          apportion_exclude_agents(w.h, w.framework, w.web, &w.agent,
                                   HUGE_COUNT));
}
