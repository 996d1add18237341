/* Calls with each of the handles and numbers. A test compiles them twice, with structs
 * and with plain integers, and compares what the compiler makes of them. */
#include "apportion.h"

int32_t recovers(apportion_instance a, const apportion_offer *o,
                 const apportion_resource *r);
int32_t describes(const apportion_instance *a, apportion_kind kind, void *buffer);
int32_t names(apportion_instance a, apportion_name name, char *text, size_t *size);
apportion_agent found(apportion_instance a, int32_t *code);

int32_t recovers(apportion_instance a, const apportion_offer *o,
                 const apportion_resource *r) {
  return apportion_recover_resources(a, 7, o->framework, o->agent, o->role,
                                     r + o->first, o->count, 9, 1);
}

int32_t describes(const apportion_instance *a, apportion_kind kind, void *buffer) {
  size_t size;
  return apportion_describe_kind(*a, kind, buffer, 64, &size);
}

int32_t names(apportion_instance a, apportion_name name, char *text, size_t *size) {
  return apportion_resource_name(a, name, text, 64, size);
}

apportion_agent found(apportion_instance a, int32_t *code) {
  apportion_agent agent;
  *code = apportion_find_agent(a, "a1", 2, &agent);
  return agent;
}
