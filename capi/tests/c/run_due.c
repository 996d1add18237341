/* An event loop in one crossing: what is due, the cycle, and when to come again. */
#include "check.h"

int main(void) {
  struct world w;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  int64_t next = 7;
  make_world(&w);
  EXPECT(APPORTION_E_INVALID, w.h,
         apportion_run_due(w.h, APPORTION_NEVER, &cycle, &next));
  EXPECT(APPORTION_E_INVALID, w.h,
         apportion_run_due(w.h, APPORTION_LAST_TIME + 1, &cycle, &next));
  CHECK(next == 7 && cycle.ran == 0);
  EXPECT(APPORTION_E_NULL, w.h, apportion_run_due(w.h, 1, &cycle, NULL));
  OK(w.h, apportion_run_due(w.h, 10, &cycle, &next));
  CHECK(cycle.ran == 0 && next == 1000000000);
  OK(w.h, apportion_recover_resources(w.h, 20, w.framework, w.agent, w.web,
                                      w.total, 2, APPORTION_NO_FILTER, 0));
  OK(w.h, apportion_run_due(w.h, 1000000000, &cycle, &next));
  CHECK(cycle.ran == 1 && cycle.offers == 1 && next == 2000000000);
  return 0;
}
