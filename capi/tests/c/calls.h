/* Every function that takes an instance, called with good arguments. */
#ifndef CALLS_H
#define CALLS_H

#include "check.h"

typedef void (*report_fn)(const char *name, int32_t code);

#define CALL(name, arguments) report(#name, apportion_##name arguments)

/* Calls each on instance h, whatever that is, with what is good in *w. */
static inline void each_call(apportion_instance h, const struct world *w,
                             report_fn report) {
  apportion_kind_info kind_info = APPORTION_KIND_INFO_INIT;
  apportion_agent_info agent_info = APPORTION_AGENT_INFO_INIT;
  apportion_agent_update update = APPORTION_AGENT_UPDATE_INIT;
  apportion_framework_info info = APPORTION_FRAMEWORK_INFO_INIT;
  apportion_cycle cycle = APPORTION_CYCLE_INIT;
  apportion_metrics metrics = APPORTION_METRICS_INIT;
  apportion_question question = APPORTION_QUESTION_INIT;
  apportion_standing_question standing = APPORTION_STANDING_QUESTION_INIT;
  apportion_view_question view = APPORTION_VIEW_QUESTION_INIT;
  apportion_recording recording = APPORTION_RECORDING_INIT;
  apportion_op op = APPORTION_OP_INIT;
  apportion_result result;
  apportion_role_weight weight = {{0}, 0, 2.0};
  apportion_role_rank rank = {{0}, 0, 2.0};
  apportion_resource_weight resource_weight = {{"gpus", 4}, 2.0};
  apportion_quantity quantity = {{"cpus", 4}, 1000};
  apportion_str host = {"a1", 2};
  apportion_role role;
  apportion_kind kind;
  apportion_agent agent;
  apportion_framework framework;
  uint64_t number, buffer[128];
  int64_t nanos;
  int32_t yes;
  size_t n, n2, n3;
  char text[8192];

  kind_info.name = str("gpus");
  agent_info.id = str("a2");
  info.id = str("chronos");
  weight.role = w->web;
  op.type = APPORTION_OP_REQUEST_ALLOCATION;

  CALL(last_error, (h, text, sizeof(text), &n));
  CALL(declare_role, (h, "ops", 3, &role));
  CALL(declare_kind, (h, &kind_info, &kind));
  CALL(declare_item, (h, "rack-2", 6, &number));
  CALL(release_roles, (h, &role, 1));
  CALL(release_kinds, (h, &kind, 1));
  CALL(release_items, (h, &number, 1));
  CALL(find_agent, (h, "a1", 2, &agent));
  CALL(find_framework, (h, "marathon", 8, &framework));
  CALL(agent_name, (h, w->agent, text, sizeof(text), &n));
  CALL(framework_name, (h, w->framework, text, sizeof(text), &n));
  CALL(role_name, (h, w->web, text, sizeof(text), &n));
  CALL(item_name, (h, w->rack, text, sizeof(text), &n));
  CALL(resource_name, (h, NAME_OF(0), text, sizeof(text), &n));
  CALL(describe_kind, (h, w->volume, buffer, sizeof(buffer), &n));
  CALL(add_agent, (h, &agent_info, &agent));
  CALL(update_agent, (h, w->agent, &update));
  CALL(activate_agent, (h, w->agent));
  CALL(deactivate_agent, (h, w->agent));
  CALL(add_resource_provider, (h, w->agent, NULL, 0, NULL, 0));
  CALL(set_whitelist, (h, &host, 1));
  CALL(clear_whitelist, (h));
  CALL(add_framework, (h, &info, 1, NULL, 0, &framework));
  info.id = str("marathon");
  info.roles = &w->web;
  info.role_count = 1;
  CALL(update_framework, (h, w->framework, &info));
  CALL(activate_framework, (h, w->framework));
  CALL(deactivate_framework, (h, w->framework));
  CALL(suppress_offers, (h, w->framework, &w->web, 1));
  CALL(revive_offers, (h, w->framework, NULL, 0));
  CALL(request_resources, (h, w->framework));
  CALL(exclude_agents, (h, w->framework, w->web, &w->agent, 1));
  CALL(exclude_agent, (h, w->framework, w->web, w->agent, 0));
  CALL(transition, (h, w->agent, w->web, w->total, 1));
  CALL(update_allocation, (h, w->framework, w->agent, w->web, w->total, 1,
                           NULL, 0));
  CALL(update_available, (h, w->agent, NULL, 0));
  CALL(recover_resources, (h, 1, w->framework, w->agent, w->web, w->total, 1,
                           APPORTION_NO_FILTER, 1));
  CALL(agent_total, (h, w->agent, (apportion_resource *)buffer, 8, &n));
  CALL(agent_free, (h, w->agent, (apportion_resource *)buffer, 8, &n));
  CALL(agent_held, (h, w->agent, w->framework, ALL_ROLES,
                    (apportion_resource *)buffer, 8, &n));
  CALL(agent_allocated, (h, w->agent, w->web, (apportion_resource *)buffer, 8,
                         &n));
  CALL(update_unavailability, (h, w->agent, 1, 5, 0));
  CALL(update_inverse_offer, (h, 1, w->agent, w->framework,
                              APPORTION_INVERSE_ACCEPT, APPORTION_NO_FILTER));
  CALL(inverse_statuses, (h, (apportion_agent *)buffer, 128, &n, NULL, 0, &n2, NULL, 0, &n3));
  CALL(set_quota, (h, w->web, &quantity, 1, NULL, 0));
  CALL(set_weights, (h, &weight, 1));
  CALL(set_policy, (h, w->web, APPORTION_POLICY_OF_ALL, "ranked", 6));
  CALL(set_ranks, (h, &rank, 1, NULL, 0));
  CALL(set_resource_weights, (h, &resource_weight, 1));
  CALL(set_lending, (h, w->web, APPORTION_LEND_GUARANTEE, NULL, 0, &quantity, 1));
  CALL(set_borrowing, (h, w->web, &quantity, 1, NULL, 0));
  CALL(set_loan_cost, (h, w->framework, w->web, w->agent, 1));
  CALL(loans, (h, (apportion_loan *)buffer, 8, &n));
  CALL(advance, (h, 2));
  CALL(next_deadline, (h, &nanos));
  CALL(now, (h, &nanos));
  CALL(pending, (h, &yes));
  CALL(request_allocation, (h));
  CALL(pause, (h));
  CALL(resume, (h));
  CALL(paused, (h, &yes));
  CALL(allocate, (h, 3, &cycle));
  CALL(run_due, (h, 3, &cycle, &nanos));
  CALL(cycle_offers, (h, (apportion_offer *)buffer, 8, &n));
  CALL(cycle_resources, (h, (apportion_resource *)buffer, 8, &n));
  CALL(cycle_inverse_offers, (h, (apportion_inverse_offer *)buffer, 8, &n));
  CALL(cycle_recalls, (h, (apportion_recall *)buffer, 8, &n));
  CALL(cycle_headroom, (h, (apportion_headroom *)buffer, 8, &n));
  CALL(submit, (h, &op, 1, &result));
  CALL(digest, (h, &number));
  CALL(snapshot, (h, text, sizeof(text), &n));
  CALL(state_json, (h, text, sizeof(text), &n));
  CALL(gather_state, (h, &n));
  CALL(gathered_state, (h, text, sizeof(text), &n));
  question.framework = w->framework;
  question.role = w->web;
  CALL(explain_standing, (h, &standing));
  CALL(explain, (h, &question));
  CALL(explained_text, (h, text, sizeof(text), &n));
  CALL(explained_json, (h, text, sizeof(text), &n));
  view.question = str("data");
  number = 0;
  CALL(gather_view, (h, &view, &number));
  CALL(gathered_view, (h, number, text, sizeof(text), &n));
  CALL(gather_metrics, (h, &metrics));
  CALL(gathered_metrics, (h, &metrics));
  CALL(metrics_roles, (h, (apportion_role_metrics *)buffer, 16, &n));
  CALL(metrics_keys, (h, (apportion_role_key *)buffer, 16, &n));
  CALL(metrics_quantities, (h, (apportion_quantity_metrics *)buffer, 16, &n));
  CALL(metrics_subscriptions, (h, (apportion_subscription *)buffer, 16, &n));
  CALL(metrics_loans, (h, (apportion_loan_metrics *)buffer, 16, &n));
  CALL(metrics_overdue, (h, (apportion_overdue_borrower *)buffer, 16, &n));
  CALL(start_recording, (h, folder(), strlen(folder()), 0, 0));
  CALL(recording_status, (h, &recording));
  CALL(recording_gap, (h, text, sizeof(text), &n));
  CALL(stop_recording, (h));
  CALL(remove_framework, (h, w->framework));
  CALL(remove_agent, (h, w->agent));
  CALL(recover, (h, 4, 1, NULL, 0));
  CALL(destroy, (h));
}

#endif
