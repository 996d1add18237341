/* What a role lends, as loans, recalls and figures. */
#include "check.h"

#define SECOND 1000000000

static struct world w;
static apportion_role prod;
static apportion_kind revocable;
static apportion_framework lender;

/* Runs the cycle of all agents at a time, and returns its recalls. */
static size_t cycle_at(int64_t now) {
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  OK(w.h, apportion_advance(w.h, now));
  OK(w.h, apportion_request_allocation(w.h));
  OK(w.h, apportion_allocate(w.h, now, &cycle));
  return cycle.recalls;
}

static apportion_framework add(const char *id, apportion_role role,
                               uint32_t capabilities) {
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_framework f = {0};
  info.id = str(id);
  info.capabilities = APPORTION_CAP_MULTI_ROLE | capabilities;
  info.roles = &role;
  info.role_count = 1;
  OK(w.h, apportion_add_framework(w.h, &info, 1, NULL, 0, &f));
  return f;
}

static void guarantee(int64_t cpus) {
  apportion_quantity q;
  q.name = str("cpus");
  q.amount = cpus;
  OK(w.h, apportion_set_quota(w.h, prod, &q, 1, NULL, 0));
}

/* Fails unless the figures are: of all loans and of the borrower what is lent,
 * recalled and overdue; of the lender what is lent. */
static void sums_are(int64_t lent, int64_t recalled, int64_t overdue) {
  apportion_metrics m = APPORTION_METRICS_INIT;
  apportion_loan_metrics rows[4];
  apportion_overdue_borrower owes[2];
  size_t n = 9, i;
  char name[8];
  OK(w.h, apportion_gather_metrics(w.h, &m));
  CHECK(m.loans == (lent > 0 ? 3u : 0u) && m.overdue == (overdue > 0 ? 1u : 0u));
  OK(w.h, apportion_metrics_loans(w.h, rows, 4, &n));
  CHECK(n == m.loans && (n == 0 || rows[0].role.number == APPORTION_NO_ROLE));
  for (i = 0; i < n; i++) {
    const int lends = rows[i].role.number == prod.number;
    const int borrows = rows[i].role.number == w.dev.number;
    CHECK(lends + borrows + (rows[i].role.number == APPORTION_NO_ROLE) == 1);
    CHECK(rows[i].lent == (borrows ? 0 : lent));
    CHECK(rows[i].borrowed == (lends ? 0 : lent));
    CHECK(rows[i].recalled == (lends ? 0 : recalled));
    CHECK(rows[i].overdue == (lends ? 0 : overdue));
    OK(w.h, apportion_resource_name(w.h, rows[i].resource, name, 8, &n));
    CHECK(n == 4 && memcmp(name, "cpus", 4) == 0);
    n = m.loans;
  }
  OK(w.h, apportion_metrics_overdue(w.h, owes, 2, &n));
  CHECK(n == m.overdue);
  if (n == 0) return;
  CHECK(owes[0].role.number == w.dev.number && owes[0].amount == overdue);
  CHECK(owes[0].resource.number == rows[0].resource.number);
  OK(w.h, apportion_framework_name(w.h, owes[0].framework, name, 8, &n));
  CHECK(n == 8 && memcmp(name, "borrower", 8) == 0);
}

/* Nothing is lent to a role that may borrow nothing, whether as an amount or as a
 * part; wrong bounds change nothing. */
static void bounds_hold(void) {
  apportion_quantity q;
  q.name = str("cpus");
  q.amount = -1;
  CHECK(apportion_set_borrowing(w.h, w.dev, NULL, 0, &q, 1) == APPORTION_E_AMOUNT);
  CHECK(apportion_set_borrowing(w.h, w.dev, &q, 1, NULL, 0) == APPORTION_E_AMOUNT);
  q.amount = 0;
  OK(w.h, apportion_set_borrowing(w.h, w.dev, &q, 1, NULL, 0));
  CHECK(cycle_at(SECOND / 4) == 0);
  sums_are(0, 0, 0);
  OK(w.h, apportion_set_borrowing(w.h, w.dev, NULL, 0, &q, 1));
  CHECK(cycle_at(SECOND / 2) == 0);
  sums_are(0, 0, 0);
  OK(w.h, apportion_set_borrowing(w.h, w.dev, NULL, 0, NULL, 0));
}

/* An agent comes on which a framework that has yet to come uses what was lent to it. */
static void what_was_lent_before(void) {
  apportion_agent_info info = APPORTION_AGENT_INFO_INIT;
  const apportion_resource total = scalar(w.cpus, 8000), used = scalar(revocable, 5000);
  apportion_usage usage;
  apportion_loan loan;
  size_t n = 0;
  char name[8];
  OK(w.h, apportion_remove_agent(w.h, w.agent));
  memset(&usage, 0, sizeof(usage));
  usage.id = str("late");
  usage.role = w.dev;
  usage.resources = &used;
  usage.resource_count = 1;
  info.id = str("again");
  info.total = &total;
  info.total_count = 1;
  info.used = &usage;
  info.used_count = 1;
  OK(w.h, apportion_add_agent(w.h, &info, &w.agent));
  OK(w.h, apportion_loans(w.h, &loan, 1, &n));
  CHECK(n == 1 && loan.agent.handle == w.agent.handle);
  CHECK(loan.role.number == w.dev.number && loan.flags == 0);
  CHECK(loan.kind.number == revocable.number);
  CHECK(loan.original.number == w.cpus.number && loan.amount == 5000);
  OK(w.h, apportion_framework_name(w.h, loan.framework, name, 8, &n));
  CHECK(n == 4 && memcmp(name, "late", 4) == 0);
  CHECK(add("late", w.dev, APPORTION_CAP_REVOCABLE_RESOURCES).handle == loan.framework.handle);
}

int main(void) {
  apportion_options options = APPORTION_OPTIONS_INIT;
  apportion_kind_info info = APPORTION_KIND_INFO_INIT;
  apportion_resource most;
  apportion_recall recall;
  apportion_loan loan;
  apportion_framework borrower;
  size_t n = 0;
  options.interval_nanos = SECOND;
  options.lending_grace_nanos = SECOND;
  make_world_with(&w, &options);
  OK(w.h, apportion_declare_role(w.h, "prod", 4, &prod));
  info.name = str("cpus");
  info.flags = APPORTION_KIND_REVOCABLE;
  OK(w.h, apportion_declare_kind(w.h, &info, &revocable));
  OK(w.h, apportion_remove_framework(w.h, w.framework));
  most = scalar(revocable, 8000);
  guarantee(8000);
  OK(w.h, apportion_set_lending(w.h, prod, APPORTION_LEND_GUARANTEE, &most, 1,
                                  NULL, 0));
  borrower = add("borrower", w.dev, APPORTION_CAP_REVOCABLE_RESOURCES);
  CHECK(cycle_at(0) == 0); /* what is not lent comes first: ports */
  sums_are(0, 0, 0);

  bounds_hold();
  CHECK(cycle_at(SECOND) == 0);
  sums_are(8000, 0, 0);
  OK(w.h, apportion_loans(w.h, &loan, 1, &n));
  CHECK(n == 1 && loan.framework.handle == borrower.handle && loan.agent.handle == w.agent.handle);
  CHECK(loan.role.number == w.dev.number && loan.kind.number == revocable.number);
  CHECK(loan.original.number == w.cpus.number && loan.amount == 8000 && loan.flags == 0);
  CHECK(loan.since_nanos == SECOND && loan.asks.number == 0 && loan.due_nanos == 0 && loan.cost == 0);

  OK(w.h, apportion_set_loan_cost(w.h, borrower, w.dev, w.agent, -7));
  OK(w.h, apportion_loans(w.h, &loan, 1, &n));
  CHECK(loan.cost == -7);

  lender = add("lender", prod, 0);
  guarantee(6000);
  CHECK(cycle_at(2 * (int64_t)SECOND) == 1);
  OK(w.h, apportion_cycle_recalls(w.h, &recall, 1, &n));
  CHECK(n == 1 && recall.framework.handle == borrower.handle);
  CHECK(recall.agent.handle == w.agent.handle);
  CHECK(recall.role.number == w.dev.number && recall.asks.number == prod.number);
  CHECK(recall.stage == APPORTION_RECALL_BEGINS && recall.kind.number == revocable.number);
  CHECK(recall.amount == 6000 && recall.due_nanos == 3 * (int64_t)SECOND);
  sums_are(8000, 6000, 0);

  CHECK(cycle_at(4 * (int64_t)SECOND) == 1);
  OK(w.h, apportion_cycle_recalls(w.h, &recall, 1, &n));
  CHECK(recall.stage == APPORTION_RECALL_OVERDUE && recall.amount == 6000);
  sums_are(8000, 6000, 6000);

  /* What is recalled is given back first. */
  most.amount = 6000;
  OK(w.h, apportion_recover_resources(w.h, 4 * (int64_t)SECOND, borrower, w.agent,
                                      w.dev, &most, 1, 0, 0));
  sums_are(2000, 0, 0);
  OK(w.h, apportion_remove_framework(w.h, lender));
  OK(w.h, apportion_remove_framework(w.h, borrower));
  sums_are(0, 0, 0);
  what_was_lent_before();
  OK(w.h, apportion_destroy(w.h));
  return 0;
}
