/* Handles and numbers in C: what is one thing's does not compile in another's place.
 * With MISTAKES defined, each line that ends with a mark must be an error, and no
 * other; without, all of this compiles. */
#include "apportion.h"

int32_t types(apportion_instance a, apportion_framework f, apportion_agent m,
              apportion_role role, apportion_kind cpus, apportion_name name);

int32_t types(apportion_instance a, apportion_framework f, apportion_agent m,
              apportion_role role, apportion_kind cpus, apportion_name name) {
  const apportion_role everywhere = {APPORTION_ALL_ROLES};
  const apportion_framework none = {0};
  apportion_resource r = {{0}, 0, 1000, 0, 0};
  char text[8];
  size_t n;
  int32_t code = 0;
  r.kind = cpus;
  code |= apportion_recover_resources(a, 0, f, m, role, &r, 1, 0, 1);
  code |= apportion_agent_held(a, m, none, everywhere, &r, 1, &n);
  code |= apportion_resource_name(a, name, text, 8, &n);
#ifdef MISTAKES
  r.kind = role; /* mistake */
  r.kind = 3; /* mistake */
  code |= apportion_recover_resources(a, 0, m, none, role, &r, 1, 0, 1); /* mistake */
  code |= apportion_recover_resources(a, 0, f, f, role, &r, 1, 0, 1); /* mistake */
  code |= apportion_recover_resources(f, 0, none, m, role, &r, 1, 0, 1); /* mistake */
  code |= apportion_recover_resources(a, 0, f, m, cpus, &r, 1, 0, 1); /* mistake */
  code |= apportion_recover_resources(a, 0, f, m, 0, &r, 1, 0, 1); /* mistake */
  code |= apportion_remove_agent(a, f); /* mistake */
  code |= apportion_remove_framework(a, m); /* mistake */
  code |= apportion_pause(m); /* mistake */
  code |= apportion_role_name(a, cpus, text, 8, &n); /* mistake */
  code |= apportion_describe_kind(a, role, text, 8, &n); /* mistake */
  code |= apportion_resource_name(a, role, text, 8, &n); /* mistake */
  code |= apportion_find_agent(a, text, 8, &f); /* mistake */
  code |= apportion_set_policy(a, APPORTION_ALL_ROLES, 0, "drf", 3); /* mistake */
  code |= m == m; /* mistake */
#endif
  return code;
}
