/* Sizes and offsets of every struct of apportion.h. They are the ABI: a number
 * here never changes. capi/layout.go has the same for Go's side. */
#include "apportion.h"

#define SIZE(type, n) typedef char size_of_##type[sizeof(type) == (n) ? 1 : -1]
#define OFFSET(type, field, n) \
  typedef char offset_of_##type##_##field[offsetof(type, field) == (n) ? 1 : -1]

SIZE(apportion_str, 16);
OFFSET(apportion_str, data, 0);
OFFSET(apportion_str, size, 8);

SIZE(apportion_resource, 32);
OFFSET(apportion_resource, kind, 0);
OFFSET(apportion_resource, reserved, 4);
OFFSET(apportion_resource, amount, 8);
OFFSET(apportion_resource, begin, 16);
OFFSET(apportion_resource, end, 24);

SIZE(apportion_quantity, 24);
OFFSET(apportion_quantity, name, 0);
OFFSET(apportion_quantity, amount, 16);

SIZE(apportion_quantities, 16);
OFFSET(apportion_quantities, items, 0);
OFFSET(apportion_quantities, count, 8);

SIZE(apportion_label, 32);
OFFSET(apportion_label, key, 0);
OFFSET(apportion_label, value, 16);

SIZE(apportion_reservation, 56);
OFFSET(apportion_reservation, type, 0);
OFFSET(apportion_reservation, reserved, 4);
OFFSET(apportion_reservation, role, 8);
OFFSET(apportion_reservation, principal, 24);
OFFSET(apportion_reservation, labels, 40);
OFFSET(apportion_reservation, label_count, 48);

SIZE(apportion_usage, 40);
OFFSET(apportion_usage, id, 0);
OFFSET(apportion_usage, resources, 16);
OFFSET(apportion_usage, resource_count, 24);
OFFSET(apportion_usage, role, 32);
OFFSET(apportion_usage, reserved, 36);

SIZE(apportion_role_minimum, 24);
OFFSET(apportion_role_minimum, lists, 0);
OFFSET(apportion_role_minimum, list_count, 8);
OFFSET(apportion_role_minimum, role, 16);
OFFSET(apportion_role_minimum, reserved, 20);

SIZE(apportion_role_quota, 40);
OFFSET(apportion_role_quota, guarantees, 0);
OFFSET(apportion_role_quota, limits, 16);
OFFSET(apportion_role_quota, role, 32);
OFFSET(apportion_role_quota, reserved, 36);

SIZE(apportion_role_weight, 16);
OFFSET(apportion_role_weight, role, 0);
OFFSET(apportion_role_weight, reserved, 4);
OFFSET(apportion_role_weight, weight, 8);
SIZE(apportion_role_rank, 16);
OFFSET(apportion_role_rank, role, 0);
OFFSET(apportion_role_rank, reserved, 4);
OFFSET(apportion_role_rank, rank, 8);
SIZE(apportion_framework_rank, 16);
OFFSET(apportion_framework_rank, framework, 0);
OFFSET(apportion_framework_rank, rank, 8);

SIZE(apportion_conversion, 40);
OFFSET(apportion_conversion, consumed, 0);
OFFSET(apportion_conversion, consumed_count, 8);
OFFSET(apportion_conversion, converted, 16);
OFFSET(apportion_conversion, converted_count, 24);
OFFSET(apportion_conversion, flags, 32);
OFFSET(apportion_conversion, reserved, 36);

SIZE(apportion_offer, 32);
OFFSET(apportion_offer, framework, 0);
OFFSET(apportion_offer, agent, 8);
OFFSET(apportion_offer, role, 16);
OFFSET(apportion_offer, first, 20);
OFFSET(apportion_offer, count, 24);
OFFSET(apportion_offer, reserved, 28);

SIZE(apportion_inverse_offer, 32);
OFFSET(apportion_inverse_offer, framework, 0);
OFFSET(apportion_inverse_offer, agent, 8);
OFFSET(apportion_inverse_offer, start_nanos, 16);
OFFSET(apportion_inverse_offer, duration_nanos, 24);

SIZE(apportion_inverse_status, 32);
OFFSET(apportion_inverse_status, agent, 0);
OFFSET(apportion_inverse_status, id_first, 8);
OFFSET(apportion_inverse_status, id_size, 16);
OFFSET(apportion_inverse_status, status, 24);
OFFSET(apportion_inverse_status, reserved, 28);

SIZE(apportion_headroom, 48);
OFFSET(apportion_headroom, resource, 0);
OFFSET(apportion_headroom, reserved, 4);
OFFSET(apportion_headroom, required_before, 8);
OFFSET(apportion_headroom, required_after, 16);
OFFSET(apportion_headroom, available_before, 24);
OFFSET(apportion_headroom, available_after, 32);
OFFSET(apportion_headroom, held_back, 40);

SIZE(apportion_role_metrics, 40);
OFFSET(apportion_role_metrics, share, 0);
OFFSET(apportion_role_metrics, weight, 8);
OFFSET(apportion_role_metrics, frameworks, 16);
OFFSET(apportion_role_metrics, active_filters, 24);
OFFSET(apportion_role_metrics, role, 32);
OFFSET(apportion_role_metrics, flags, 36);

SIZE(apportion_role_key, 16);
OFFSET(apportion_role_key, key, 0);
OFFSET(apportion_role_key, role, 8);
OFFSET(apportion_role_key, policy, 12);

SIZE(apportion_quantity_metrics, 64);
OFFSET(apportion_quantity_metrics, role, 0);
OFFSET(apportion_quantity_metrics, resource, 4);
OFFSET(apportion_quantity_metrics, flags, 8);
OFFSET(apportion_quantity_metrics, reserved, 12);
OFFSET(apportion_quantity_metrics, total, 16);
OFFSET(apportion_quantity_metrics, offered_or_allocated, 24);
OFFSET(apportion_quantity_metrics, guarantee, 32);
OFFSET(apportion_quantity_metrics, limit, 40);
OFFSET(apportion_quantity_metrics, consumed_quota, 48);
OFFSET(apportion_quantity_metrics, reserved_quantity, 56);

SIZE(apportion_subscription, 16);
OFFSET(apportion_subscription, framework, 0);
OFFSET(apportion_subscription, role, 8);
OFFSET(apportion_subscription, flags, 12);

SIZE(apportion_options, 208);
OFFSET(apportion_options, struct_size, 0);
OFFSET(apportion_options, abi_version, 4);
OFFSET(apportion_options, interval_nanos, 8);
OFFSET(apportion_options, start_nanos, 16);
OFFSET(apportion_options, seed, 24);
OFFSET(apportion_options, role_sorter, 32);
OFFSET(apportion_options, framework_sorter, 36);
OFFSET(apportion_options, agent_order, 40);
OFFSET(apportion_options, flags, 44);
OFFSET(apportion_options, region, 48);
OFFSET(apportion_options, fairness_exclude, 64);
OFFSET(apportion_options, fairness_exclude_count, 72);
OFFSET(apportion_options, min_allocatable, 80);
OFFSET(apportion_options, min_allocatable_count, 88);
OFFSET(apportion_options, recovery_timeout_nanos, 96);
OFFSET(apportion_options, agent_recovery_factor, 104);
OFFSET(apportion_options, memory_limit_bytes, 112);
OFFSET(apportion_options, gc_percent, 120);
OFFSET(apportion_options, reserved, 124);
OFFSET(apportion_options, record_dir, 128);
OFFSET(apportion_options, record_bytes, 144);
OFFSET(apportion_options, record_seconds, 152);
OFFSET(apportion_options, role_policy, 160);
OFFSET(apportion_options, framework_policy, 176);
OFFSET(apportion_options, policies, 192);
OFFSET(apportion_options, policy_count, 200);

SIZE(apportion_recording, 96);
OFFSET(apportion_recording, struct_size, 0);
OFFSET(apportion_recording, flags, 4);
OFFSET(apportion_recording, calls, 8);
OFFSET(apportion_recording, cycles, 16);
OFFSET(apportion_recording, gaps, 24);
OFFSET(apportion_recording, missing, 32);
OFFSET(apportion_recording, snapshots, 40);
OFFSET(apportion_recording, files, 48);
OFFSET(apportion_recording, waiting_bytes, 56);
OFFSET(apportion_recording, written_bytes, 64);
OFFSET(apportion_recording, folder_bytes, 72);
OFFSET(apportion_recording, last_pause_nanos, 80);
OFFSET(apportion_recording, longest_pause_nanos, 88);

SIZE(apportion_kind_info, 160);
OFFSET(apportion_kind_info, struct_size, 0);
OFFSET(apportion_kind_info, type, 4);
OFFSET(apportion_kind_info, flags, 8);
OFFSET(apportion_kind_info, disk_source, 12);
OFFSET(apportion_kind_info, name, 16);
OFFSET(apportion_kind_info, provider, 32);
OFFSET(apportion_kind_info, reservations, 48);
OFFSET(apportion_kind_info, reservation_count, 56);
OFFSET(apportion_kind_info, disk_root, 64);
OFFSET(apportion_kind_info, disk_vendor, 80);
OFFSET(apportion_kind_info, disk_id, 96);
OFFSET(apportion_kind_info, disk_profile, 112);
OFFSET(apportion_kind_info, disk_persistence, 128);
OFFSET(apportion_kind_info, disk_metadata, 144);
OFFSET(apportion_kind_info, disk_metadata_count, 152);

SIZE(apportion_agent_info, 112);
OFFSET(apportion_agent_info, struct_size, 0);
OFFSET(apportion_agent_info, flags, 4);
OFFSET(apportion_agent_info, id, 8);
OFFSET(apportion_agent_info, hostname, 24);
OFFSET(apportion_agent_info, region, 40);
OFFSET(apportion_agent_info, total, 56);
OFFSET(apportion_agent_info, total_count, 64);
OFFSET(apportion_agent_info, used, 72);
OFFSET(apportion_agent_info, used_count, 80);
OFFSET(apportion_agent_info, capabilities, 88);
OFFSET(apportion_agent_info, reserved, 92);
OFFSET(apportion_agent_info, unavailable_start_nanos, 96);
OFFSET(apportion_agent_info, unavailable_duration_nanos, 104);

SIZE(apportion_agent_update, 64);
OFFSET(apportion_agent_update, struct_size, 0);
OFFSET(apportion_agent_update, flags, 4);
OFFSET(apportion_agent_update, hostname, 8);
OFFSET(apportion_agent_update, region, 24);
OFFSET(apportion_agent_update, total, 40);
OFFSET(apportion_agent_update, total_count, 48);
OFFSET(apportion_agent_update, capabilities, 56);
OFFSET(apportion_agent_update, reserved, 60);

SIZE(apportion_framework_info, 72);
OFFSET(apportion_framework_info, struct_size, 0);
OFFSET(apportion_framework_info, capabilities, 4);
OFFSET(apportion_framework_info, id, 8);
OFFSET(apportion_framework_info, roles, 24);
OFFSET(apportion_framework_info, role_count, 32);
OFFSET(apportion_framework_info, suppressed, 40);
OFFSET(apportion_framework_info, suppressed_count, 48);
OFFSET(apportion_framework_info, minima, 56);
OFFSET(apportion_framework_info, minimum_count, 64);

SIZE(apportion_cycle, 64);
OFFSET(apportion_cycle, struct_size, 0);
OFFSET(apportion_cycle, ran, 4);
OFFSET(apportion_cycle, offers, 8);
OFFSET(apportion_cycle, resources, 16);
OFFSET(apportion_cycle, inverse_offers, 24);
OFFSET(apportion_cycle, candidates, 32);
OFFSET(apportion_cycle, visited, 40);
OFFSET(apportion_cycle, held_back_agents, 48);
OFFSET(apportion_cycle, headroom, 56);

SIZE(apportion_metrics, 120);
OFFSET(apportion_metrics, struct_size, 0);
OFFSET(apportion_metrics, reserved, 4);
OFFSET(apportion_metrics, allocation_runs, 8);
OFFSET(apportion_metrics, offers_made, 16);
OFFSET(apportion_metrics, agents, 24);
OFFSET(apportion_metrics, frameworks, 32);
OFFSET(apportion_metrics, resource_names, 40);
OFFSET(apportion_metrics, roles, 48);
OFFSET(apportion_metrics, quantities, 56);
OFFSET(apportion_metrics, subscriptions, 64);
OFFSET(apportion_metrics, now_nanos, 72);
OFFSET(apportion_metrics, gathering, 80);
OFFSET(apportion_metrics, last_latency_nanos, 88);
OFFSET(apportion_metrics, total_latency_nanos, 96);
OFFSET(apportion_metrics, last_run_nanos, 104);
OFFSET(apportion_metrics, total_run_nanos, 112);

SIZE(apportion_explained_role, 152);
OFFSET(apportion_explained_role, framework, 0);
OFFSET(apportion_explained_role, role, 8);
OFFSET(apportion_explained_role, code, 12);
OFFSET(apportion_explained_role, flags, 16);
OFFSET(apportion_explained_role, position, 20);
OFFSET(apportion_explained_role, siblings, 24);
OFFSET(apportion_explained_role, eligible_ahead, 28);
OFFSET(apportion_explained_role, leader, 32);
OFFSET(apportion_explained_role, own_framework, 40);
OFFSET(apportion_explained_role, first_framework, 48);
OFFSET(apportion_explained_role, own_role, 56);
OFFSET(apportion_explained_role, first_role, 60);
OFFSET(apportion_explained_role, own_key, 64);
OFFSET(apportion_explained_role, first_key, 72);
OFFSET(apportion_explained_role, own_weight, 80);
OFFSET(apportion_explained_role, first_weight, 88);
OFFSET(apportion_explained_role, own_part, 96);
OFFSET(apportion_explained_role, first_part, 104);
OFFSET(apportion_explained_role, own_dominant, 112);
OFFSET(apportion_explained_role, first_dominant, 116);
OFFSET(apportion_explained_role, agents, 120);
OFFSET(apportion_explained_role, offers, 128);
OFFSET(apportion_explained_role, filters, 136);
OFFSET(apportion_explained_role, last_offer_nanos, 144);

SIZE(apportion_explained_reason, 56);
OFFSET(apportion_explained_reason, explained, 0);
OFFSET(apportion_explained_reason, code, 4);
OFFSET(apportion_explained_reason, agents, 8);
OFFSET(apportion_explained_reason, nearest, 16);
OFFSET(apportion_explained_reason, capabilities, 24);
OFFSET(apportion_explained_reason, agents_back, 28);
OFFSET(apportion_explained_reason, agents_expected, 32);
OFFSET(apportion_explained_reason, reserved, 36);
OFFSET(apportion_explained_reason, since_nanos, 40);
OFFSET(apportion_explained_reason, until_nanos, 48);

SIZE(apportion_explained_amount, 56);
OFFSET(apportion_explained_amount, what, 0);
OFFSET(apportion_explained_amount, index, 4);
OFFSET(apportion_explained_amount, resource, 8);
OFFSET(apportion_explained_amount, hidden, 12);
OFFSET(apportion_explained_amount, framework, 16);
OFFSET(apportion_explained_amount, role, 24);
OFFSET(apportion_explained_amount, reserved, 28);
OFFSET(apportion_explained_amount, amount, 32);
OFFSET(apportion_explained_amount, consumed, 40);
OFFSET(apportion_explained_amount, lacks, 48);

SIZE(apportion_explained_change, 48);
OFFSET(apportion_explained_change, explained, 0);
OFFSET(apportion_explained_change, remedy, 4);
OFFSET(apportion_explained_change, kind, 8);
OFFSET(apportion_explained_change, capabilities, 12);
OFFSET(apportion_explained_change, framework, 16);
OFFSET(apportion_explained_change, agent, 24);
OFFSET(apportion_explained_change, role, 32);
OFFSET(apportion_explained_change, hidden, 36);
OFFSET(apportion_explained_change, until_nanos, 40);

SIZE(apportion_question, 64);
OFFSET(apportion_question, struct_size, 0);
OFFSET(apportion_question, flags, 4);
OFFSET(apportion_question, framework, 8);
OFFSET(apportion_question, agent, 16);
OFFSET(apportion_question, role, 24);
OFFSET(apportion_question, reserved, 28);
OFFSET(apportion_question, visible_roles, 32);
OFFSET(apportion_question, visible_role_count, 40);
OFFSET(apportion_question, visible_frameworks, 48);
OFFSET(apportion_question, visible_framework_count, 56);

SIZE(apportion_explanation, 72);
OFFSET(apportion_explanation, struct_size, 0);
OFFSET(apportion_explanation, reserved, 4);
OFFSET(apportion_explanation, roles, 8);
OFFSET(apportion_explanation, reasons, 16);
OFFSET(apportion_explanation, amounts, 24);
OFFSET(apportion_explanation, changes, 32);
OFFSET(apportion_explanation, text, 40);
OFFSET(apportion_explanation, json, 48);
OFFSET(apportion_explanation, now_nanos, 56);
OFFSET(apportion_explanation, hidden_roles, 64);

SIZE(apportion_op_recover_resources, 56);
OFFSET(apportion_op_recover_resources, now, 0);
OFFSET(apportion_op_recover_resources, framework, 8);
OFFSET(apportion_op_recover_resources, agent, 16);
OFFSET(apportion_op_recover_resources, resources, 24);
OFFSET(apportion_op_recover_resources, resource_count, 32);
OFFSET(apportion_op_recover_resources, refuse_nanos, 40);
OFFSET(apportion_op_recover_resources, role, 48);
OFFSET(apportion_op_recover_resources, allocated, 52);

SIZE(apportion_op_transition, 32);
OFFSET(apportion_op_transition, agent, 0);
OFFSET(apportion_op_transition, resources, 8);
OFFSET(apportion_op_transition, resource_count, 16);
OFFSET(apportion_op_transition, role, 24);
OFFSET(apportion_op_transition, reserved, 28);

SIZE(apportion_op_update_allocation, 56);
OFFSET(apportion_op_update_allocation, framework, 0);
OFFSET(apportion_op_update_allocation, agent, 8);
OFFSET(apportion_op_update_allocation, offered, 16);
OFFSET(apportion_op_update_allocation, offered_count, 24);
OFFSET(apportion_op_update_allocation, conversions, 32);
OFFSET(apportion_op_update_allocation, conversion_count, 40);
OFFSET(apportion_op_update_allocation, role, 48);
OFFSET(apportion_op_update_allocation, reserved, 52);

SIZE(apportion_op_update_available, 24);
OFFSET(apportion_op_update_available, agent, 0);
OFFSET(apportion_op_update_available, conversions, 8);
OFFSET(apportion_op_update_available, conversion_count, 16);

SIZE(apportion_op_add_framework, 32);
OFFSET(apportion_op_add_framework, info, 0);
OFFSET(apportion_op_add_framework, used, 8);
OFFSET(apportion_op_add_framework, used_count, 16);
OFFSET(apportion_op_add_framework, active, 24);
OFFSET(apportion_op_add_framework, reserved, 28);

SIZE(apportion_op_update_framework, 16);
OFFSET(apportion_op_update_framework, framework, 0);
OFFSET(apportion_op_update_framework, info, 8);

SIZE(apportion_op_framework_roles, 24);
OFFSET(apportion_op_framework_roles, framework, 0);
OFFSET(apportion_op_framework_roles, roles, 8);
OFFSET(apportion_op_framework_roles, role_count, 16);

SIZE(apportion_op_exclude_agents, 32);
OFFSET(apportion_op_exclude_agents, framework, 0);
OFFSET(apportion_op_exclude_agents, agents, 8);
OFFSET(apportion_op_exclude_agents, agent_count, 16);
OFFSET(apportion_op_exclude_agents, role, 24);
OFFSET(apportion_op_exclude_agents, reserved, 28);

SIZE(apportion_op_exclude_agent, 24);
OFFSET(apportion_op_exclude_agent, framework, 0);
OFFSET(apportion_op_exclude_agent, agent, 8);
OFFSET(apportion_op_exclude_agent, role, 16);
OFFSET(apportion_op_exclude_agent, excluded, 20);

SIZE(apportion_op_update_agent, 16);
OFFSET(apportion_op_update_agent, agent, 0);
OFFSET(apportion_op_update_agent, update, 8);

SIZE(apportion_op_add_resource_provider, 40);
OFFSET(apportion_op_add_resource_provider, agent, 0);
OFFSET(apportion_op_add_resource_provider, total, 8);
OFFSET(apportion_op_add_resource_provider, total_count, 16);
OFFSET(apportion_op_add_resource_provider, used, 24);
OFFSET(apportion_op_add_resource_provider, used_count, 32);

SIZE(apportion_op_strings, 16);
OFFSET(apportion_op_strings, items, 0);
OFFSET(apportion_op_strings, count, 8);

SIZE(apportion_op_update_unavailability, 32);
OFFSET(apportion_op_update_unavailability, agent, 0);
OFFSET(apportion_op_update_unavailability, start_nanos, 8);
OFFSET(apportion_op_update_unavailability, duration_nanos, 16);
OFFSET(apportion_op_update_unavailability, planned, 24);
OFFSET(apportion_op_update_unavailability, reserved, 28);

SIZE(apportion_op_update_inverse_offer, 40);
OFFSET(apportion_op_update_inverse_offer, now, 0);
OFFSET(apportion_op_update_inverse_offer, agent, 8);
OFFSET(apportion_op_update_inverse_offer, framework, 16);
OFFSET(apportion_op_update_inverse_offer, refuse_nanos, 24);
OFFSET(apportion_op_update_inverse_offer, status, 32);
OFFSET(apportion_op_update_inverse_offer, reserved, 36);

SIZE(apportion_op_set_quota, 40);
OFFSET(apportion_op_set_quota, guarantees, 0);
OFFSET(apportion_op_set_quota, limits, 16);
OFFSET(apportion_op_set_quota, role, 32);
OFFSET(apportion_op_set_quota, reserved, 36);

SIZE(apportion_op_set_weights, 16);
OFFSET(apportion_op_set_weights, weights, 0);
OFFSET(apportion_op_set_weights, count, 8);

SIZE(apportion_op_set_policy, 24);
OFFSET(apportion_op_set_policy, policy, 0);
OFFSET(apportion_op_set_policy, role, 16);
OFFSET(apportion_op_set_policy, ordered, 20);

SIZE(apportion_op_set_ranks, 32);
OFFSET(apportion_op_set_ranks, roles, 0);
OFFSET(apportion_op_set_ranks, role_count, 8);
OFFSET(apportion_op_set_ranks, frameworks, 16);
OFFSET(apportion_op_set_ranks, framework_count, 24);

SIZE(apportion_op_release_roles, 16);
OFFSET(apportion_op_release_roles, roles, 0);
OFFSET(apportion_op_release_roles, count, 8);

SIZE(apportion_op_release_kinds, 16);
OFFSET(apportion_op_release_kinds, kinds, 0);
OFFSET(apportion_op_release_kinds, count, 8);

SIZE(apportion_op_release_items, 16);
OFFSET(apportion_op_release_items, items, 0);
OFFSET(apportion_op_release_items, count, 8);

SIZE(apportion_op_recover, 32);
OFFSET(apportion_op_recover, now, 0);
OFFSET(apportion_op_recover, expected_agents, 8);
OFFSET(apportion_op_recover, quotas, 16);
OFFSET(apportion_op_recover, quota_count, 24);

SIZE(apportion_op_advance, 8);
OFFSET(apportion_op_advance, now, 0);

SIZE(apportion_op, 72);
OFFSET(apportion_op, struct_size, 0);
OFFSET(apportion_op, type, 4);
OFFSET(apportion_op, u, 8);

SIZE(apportion_result, 16);
OFFSET(apportion_result, code, 0);
OFFSET(apportion_result, reserved, 4);
OFFSET(apportion_result, value, 8);
