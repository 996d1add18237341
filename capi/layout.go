package main

// #include "apportion.h"
import "C"

import (
	"unsafe"

	"github.com/apportion/apportion/core"
)

// What follows is checked by the compiler: an index that is not zero is out of
// range of an array of one.

// Rows that are passed to and from the core as they are. What lies between their
// fields in Go, where the header has reserved ones, is unspecified: see
// writeResources.
func _() {
	var (
		resource     core.Resource
		offer        core.Offer
		inverseOffer core.InverseOffer
		weight       core.RoleWeight
		rank         core.RoleRank
		other        core.FrameworkRank
	)
	const wrong = unsafe.Sizeof(resource) ^ unsafe.Sizeof(C.apportion_resource{}) |
		unsafe.Offsetof(resource.Kind) ^ unsafe.Offsetof(C.apportion_resource{}.kind) |
		unsafe.Offsetof(resource.Amount) ^ unsafe.Offsetof(C.apportion_resource{}.amount) |
		unsafe.Offsetof(resource.Begin) ^ unsafe.Offsetof(C.apportion_resource{}.begin) |
		unsafe.Offsetof(resource.End) ^ unsafe.Offsetof(C.apportion_resource{}.end) |
		unsafe.Sizeof(offer) ^ unsafe.Sizeof(C.apportion_offer{}) |
		unsafe.Offsetof(offer.Framework) ^ unsafe.Offsetof(C.apportion_offer{}.framework) |
		unsafe.Offsetof(offer.Agent) ^ unsafe.Offsetof(C.apportion_offer{}.agent) |
		unsafe.Offsetof(offer.Role) ^ unsafe.Offsetof(C.apportion_offer{}.role) |
		unsafe.Offsetof(offer.First) ^ unsafe.Offsetof(C.apportion_offer{}.first) |
		unsafe.Offsetof(offer.Count) ^ unsafe.Offsetof(C.apportion_offer{}.count) |
		unsafe.Sizeof(inverseOffer) ^ unsafe.Sizeof(C.apportion_inverse_offer{}) |
		unsafe.Offsetof(inverseOffer.Framework) ^ unsafe.Offsetof(C.apportion_inverse_offer{}.framework) |
		unsafe.Offsetof(inverseOffer.Agent) ^ unsafe.Offsetof(C.apportion_inverse_offer{}.agent) |
		unsafe.Offsetof(inverseOffer.Unavailability) ^ unsafe.Offsetof(C.apportion_inverse_offer{}.start_nanos) |
		unsafe.Offsetof(inverseOffer.Unavailability.Duration) ^ 8 |
		unsafe.Sizeof(weight) ^ unsafe.Sizeof(C.apportion_role_weight{}) |
		unsafe.Offsetof(weight.Role) ^ unsafe.Offsetof(C.apportion_role_weight{}.role) |
		unsafe.Offsetof(weight.Weight) ^ unsafe.Offsetof(C.apportion_role_weight{}.weight) |
		unsafe.Sizeof(rank) ^ unsafe.Sizeof(C.apportion_role_rank{}) |
		unsafe.Offsetof(rank.Role) ^ unsafe.Offsetof(C.apportion_role_rank{}.role) |
		unsafe.Offsetof(rank.Rank) ^ unsafe.Offsetof(C.apportion_role_rank{}.rank) |
		unsafe.Sizeof(other) ^ unsafe.Sizeof(C.apportion_framework_rank{}) |
		unsafe.Offsetof(other.Framework) ^ unsafe.Offsetof(C.apportion_framework_rank{}.framework) |
		unsafe.Offsetof(other.Rank) ^ unsafe.Offsetof(C.apportion_framework_rank{}.rank) |
		unsafe.Sizeof(core.RoleID(0)) ^ unsafe.Sizeof(C.apportion_role(0)) |
		unsafe.Sizeof(core.KindID(0)) ^ unsafe.Sizeof(C.apportion_kind(0)) |
		unsafe.Sizeof(core.AgentID(0)) ^ unsafe.Sizeof(C.apportion_agent(0)) |
		unsafe.Sizeof(core.FrameworkID(0)) ^ unsafe.Sizeof(C.apportion_framework(0))
	_ = [1]struct{}{}[wrong]
}

// The ABI as Go sees it; tests/c/layout.c has the same for C's side.
func _() {
	{
		var v C.apportion_str
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.data) ^ 0 |
			unsafe.Offsetof(v.size) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_resource
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.kind) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.amount) ^ 8 |
			unsafe.Offsetof(v.begin) ^ 16 |
			unsafe.Offsetof(v.end) ^ 24
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_quantity
		const wrong = unsafe.Sizeof(v) ^ 24 |
			unsafe.Offsetof(v.name) ^ 0 |
			unsafe.Offsetof(v.amount) ^ 16
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_quantities
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.items) ^ 0 |
			unsafe.Offsetof(v.count) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_label
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.key) ^ 0 |
			unsafe.Offsetof(v.value) ^ 16
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_reservation
		const wrong = unsafe.Sizeof(v) ^ 56 |
			unsafe.Offsetof(v._type) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.role) ^ 8 |
			unsafe.Offsetof(v.principal) ^ 24 |
			unsafe.Offsetof(v.labels) ^ 40 |
			unsafe.Offsetof(v.label_count) ^ 48
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_usage
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.id) ^ 0 |
			unsafe.Offsetof(v.resources) ^ 16 |
			unsafe.Offsetof(v.resource_count) ^ 24 |
			unsafe.Offsetof(v.role) ^ 32 |
			unsafe.Offsetof(v.reserved) ^ 36
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_role_minimum
		const wrong = unsafe.Sizeof(v) ^ 24 |
			unsafe.Offsetof(v.lists) ^ 0 |
			unsafe.Offsetof(v.list_count) ^ 8 |
			unsafe.Offsetof(v.role) ^ 16 |
			unsafe.Offsetof(v.reserved) ^ 20
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_role_quota
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.guarantees) ^ 0 |
			unsafe.Offsetof(v.limits) ^ 16 |
			unsafe.Offsetof(v.role) ^ 32 |
			unsafe.Offsetof(v.reserved) ^ 36
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_role_weight
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.role) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.weight) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_role_rank
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.role) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.rank) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_framework_rank
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.rank) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_conversion
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.consumed) ^ 0 |
			unsafe.Offsetof(v.consumed_count) ^ 8 |
			unsafe.Offsetof(v.converted) ^ 16 |
			unsafe.Offsetof(v.converted_count) ^ 24 |
			unsafe.Offsetof(v.flags) ^ 32 |
			unsafe.Offsetof(v.reserved) ^ 36
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_offer
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.agent) ^ 8 |
			unsafe.Offsetof(v.role) ^ 16 |
			unsafe.Offsetof(v.first) ^ 20 |
			unsafe.Offsetof(v.count) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_inverse_offer
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.agent) ^ 8 |
			unsafe.Offsetof(v.start_nanos) ^ 16 |
			unsafe.Offsetof(v.duration_nanos) ^ 24
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_inverse_status
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.agent) ^ 0 |
			unsafe.Offsetof(v.id_first) ^ 8 |
			unsafe.Offsetof(v.id_size) ^ 16 |
			unsafe.Offsetof(v.status) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_headroom
		const wrong = unsafe.Sizeof(v) ^ 48 |
			unsafe.Offsetof(v.resource) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.required_before) ^ 8 |
			unsafe.Offsetof(v.required_after) ^ 16 |
			unsafe.Offsetof(v.available_before) ^ 24 |
			unsafe.Offsetof(v.available_after) ^ 32 |
			unsafe.Offsetof(v.held_back) ^ 40
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_role_metrics
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.share) ^ 0 |
			unsafe.Offsetof(v.weight) ^ 8 |
			unsafe.Offsetof(v.frameworks) ^ 16 |
			unsafe.Offsetof(v.active_filters) ^ 24 |
			unsafe.Offsetof(v.role) ^ 32 |
			unsafe.Offsetof(v.flags) ^ 36
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_role_key
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.key) ^ 0 |
			unsafe.Offsetof(v.role) ^ 8 |
			unsafe.Offsetof(v.policy) ^ 12
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_quantity_metrics
		const wrong = unsafe.Sizeof(v) ^ 64 |
			unsafe.Offsetof(v.role) ^ 0 |
			unsafe.Offsetof(v.resource) ^ 4 |
			unsafe.Offsetof(v.flags) ^ 8 |
			unsafe.Offsetof(v.reserved) ^ 12 |
			unsafe.Offsetof(v.total) ^ 16 |
			unsafe.Offsetof(v.offered_or_allocated) ^ 24 |
			unsafe.Offsetof(v.guarantee) ^ 32 |
			unsafe.Offsetof(v.limit) ^ 40 |
			unsafe.Offsetof(v.consumed_quota) ^ 48 |
			unsafe.Offsetof(v.reserved_quantity) ^ 56
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_subscription
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.role) ^ 8 |
			unsafe.Offsetof(v.flags) ^ 12
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_options
		const wrong = unsafe.Sizeof(v) ^ 208 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.abi_version) ^ 4 |
			unsafe.Offsetof(v.interval_nanos) ^ 8 |
			unsafe.Offsetof(v.start_nanos) ^ 16 |
			unsafe.Offsetof(v.seed) ^ 24 |
			unsafe.Offsetof(v.role_sorter) ^ 32 |
			unsafe.Offsetof(v.framework_sorter) ^ 36 |
			unsafe.Offsetof(v.agent_order) ^ 40 |
			unsafe.Offsetof(v.flags) ^ 44 |
			unsafe.Offsetof(v.region) ^ 48 |
			unsafe.Offsetof(v.fairness_exclude) ^ 64 |
			unsafe.Offsetof(v.fairness_exclude_count) ^ 72 |
			unsafe.Offsetof(v.min_allocatable) ^ 80 |
			unsafe.Offsetof(v.min_allocatable_count) ^ 88 |
			unsafe.Offsetof(v.recovery_timeout_nanos) ^ 96 |
			unsafe.Offsetof(v.agent_recovery_factor) ^ 104 |
			unsafe.Offsetof(v.memory_limit_bytes) ^ 112 |
			unsafe.Offsetof(v.gc_percent) ^ 120 |
			unsafe.Offsetof(v.reserved) ^ 124 |
			unsafe.Offsetof(v.record_dir) ^ 128 |
			unsafe.Offsetof(v.record_bytes) ^ 144 |
			unsafe.Offsetof(v.record_seconds) ^ 152 |
			unsafe.Offsetof(v.role_policy) ^ 160 |
			unsafe.Offsetof(v.framework_policy) ^ 176 |
			unsafe.Offsetof(v.policies) ^ 192 |
			unsafe.Offsetof(v.policy_count) ^ 200
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_recording
		const wrong = unsafe.Sizeof(v) ^ 96 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.flags) ^ 4 |
			unsafe.Offsetof(v.calls) ^ 8 |
			unsafe.Offsetof(v.cycles) ^ 16 |
			unsafe.Offsetof(v.gaps) ^ 24 |
			unsafe.Offsetof(v.missing) ^ 32 |
			unsafe.Offsetof(v.snapshots) ^ 40 |
			unsafe.Offsetof(v.files) ^ 48 |
			unsafe.Offsetof(v.waiting_bytes) ^ 56 |
			unsafe.Offsetof(v.written_bytes) ^ 64 |
			unsafe.Offsetof(v.folder_bytes) ^ 72 |
			unsafe.Offsetof(v.last_pause_nanos) ^ 80 |
			unsafe.Offsetof(v.longest_pause_nanos) ^ 88
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_kind_info
		const wrong = unsafe.Sizeof(v) ^ 160 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v._type) ^ 4 |
			unsafe.Offsetof(v.flags) ^ 8 |
			unsafe.Offsetof(v.disk_source) ^ 12 |
			unsafe.Offsetof(v.name) ^ 16 |
			unsafe.Offsetof(v.provider) ^ 32 |
			unsafe.Offsetof(v.reservations) ^ 48 |
			unsafe.Offsetof(v.reservation_count) ^ 56 |
			unsafe.Offsetof(v.disk_root) ^ 64 |
			unsafe.Offsetof(v.disk_vendor) ^ 80 |
			unsafe.Offsetof(v.disk_id) ^ 96 |
			unsafe.Offsetof(v.disk_profile) ^ 112 |
			unsafe.Offsetof(v.disk_persistence) ^ 128 |
			unsafe.Offsetof(v.disk_metadata) ^ 144 |
			unsafe.Offsetof(v.disk_metadata_count) ^ 152
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_agent_info
		const wrong = unsafe.Sizeof(v) ^ 112 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.flags) ^ 4 |
			unsafe.Offsetof(v.id) ^ 8 |
			unsafe.Offsetof(v.hostname) ^ 24 |
			unsafe.Offsetof(v.region) ^ 40 |
			unsafe.Offsetof(v.total) ^ 56 |
			unsafe.Offsetof(v.total_count) ^ 64 |
			unsafe.Offsetof(v.used) ^ 72 |
			unsafe.Offsetof(v.used_count) ^ 80 |
			unsafe.Offsetof(v.capabilities) ^ 88 |
			unsafe.Offsetof(v.reserved) ^ 92 |
			unsafe.Offsetof(v.unavailable_start_nanos) ^ 96 |
			unsafe.Offsetof(v.unavailable_duration_nanos) ^ 104
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_agent_update
		const wrong = unsafe.Sizeof(v) ^ 64 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.flags) ^ 4 |
			unsafe.Offsetof(v.hostname) ^ 8 |
			unsafe.Offsetof(v.region) ^ 24 |
			unsafe.Offsetof(v.total) ^ 40 |
			unsafe.Offsetof(v.total_count) ^ 48 |
			unsafe.Offsetof(v.capabilities) ^ 56 |
			unsafe.Offsetof(v.reserved) ^ 60
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_framework_info
		const wrong = unsafe.Sizeof(v) ^ 72 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.capabilities) ^ 4 |
			unsafe.Offsetof(v.id) ^ 8 |
			unsafe.Offsetof(v.roles) ^ 24 |
			unsafe.Offsetof(v.role_count) ^ 32 |
			unsafe.Offsetof(v.suppressed) ^ 40 |
			unsafe.Offsetof(v.suppressed_count) ^ 48 |
			unsafe.Offsetof(v.minima) ^ 56 |
			unsafe.Offsetof(v.minimum_count) ^ 64
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_cycle
		const wrong = unsafe.Sizeof(v) ^ 64 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.ran) ^ 4 |
			unsafe.Offsetof(v.offers) ^ 8 |
			unsafe.Offsetof(v.resources) ^ 16 |
			unsafe.Offsetof(v.inverse_offers) ^ 24 |
			unsafe.Offsetof(v.candidates) ^ 32 |
			unsafe.Offsetof(v.visited) ^ 40 |
			unsafe.Offsetof(v.held_back_agents) ^ 48 |
			unsafe.Offsetof(v.headroom) ^ 56
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_metrics
		const wrong = unsafe.Sizeof(v) ^ 120 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.allocation_runs) ^ 8 |
			unsafe.Offsetof(v.offers_made) ^ 16 |
			unsafe.Offsetof(v.agents) ^ 24 |
			unsafe.Offsetof(v.frameworks) ^ 32 |
			unsafe.Offsetof(v.resource_names) ^ 40 |
			unsafe.Offsetof(v.roles) ^ 48 |
			unsafe.Offsetof(v.quantities) ^ 56 |
			unsafe.Offsetof(v.subscriptions) ^ 64 |
			unsafe.Offsetof(v.now_nanos) ^ 72 |
			unsafe.Offsetof(v.gathering) ^ 80 |
			unsafe.Offsetof(v.last_latency_nanos) ^ 88 |
			unsafe.Offsetof(v.total_latency_nanos) ^ 96 |
			unsafe.Offsetof(v.last_run_nanos) ^ 104 |
			unsafe.Offsetof(v.total_run_nanos) ^ 112
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_explained_role
		const wrong = unsafe.Sizeof(v) ^ 152 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.role) ^ 8 |
			unsafe.Offsetof(v.code) ^ 12 |
			unsafe.Offsetof(v.flags) ^ 16 |
			unsafe.Offsetof(v.position) ^ 20 |
			unsafe.Offsetof(v.siblings) ^ 24 |
			unsafe.Offsetof(v.eligible_ahead) ^ 28 |
			unsafe.Offsetof(v.leader) ^ 32 |
			unsafe.Offsetof(v.own_framework) ^ 40 |
			unsafe.Offsetof(v.first_framework) ^ 48 |
			unsafe.Offsetof(v.own_role) ^ 56 |
			unsafe.Offsetof(v.first_role) ^ 60 |
			unsafe.Offsetof(v.own_key) ^ 64 |
			unsafe.Offsetof(v.first_key) ^ 72 |
			unsafe.Offsetof(v.own_weight) ^ 80 |
			unsafe.Offsetof(v.first_weight) ^ 88 |
			unsafe.Offsetof(v.own_part) ^ 96 |
			unsafe.Offsetof(v.first_part) ^ 104 |
			unsafe.Offsetof(v.own_dominant) ^ 112 |
			unsafe.Offsetof(v.first_dominant) ^ 116 |
			unsafe.Offsetof(v.agents) ^ 120 |
			unsafe.Offsetof(v.offers) ^ 128 |
			unsafe.Offsetof(v.filters) ^ 136 |
			unsafe.Offsetof(v.last_offer_nanos) ^ 144
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_explained_reason
		const wrong = unsafe.Sizeof(v) ^ 56 |
			unsafe.Offsetof(v.explained) ^ 0 |
			unsafe.Offsetof(v.code) ^ 4 |
			unsafe.Offsetof(v.agents) ^ 8 |
			unsafe.Offsetof(v.nearest) ^ 16 |
			unsafe.Offsetof(v.capabilities) ^ 24 |
			unsafe.Offsetof(v.agents_back) ^ 28 |
			unsafe.Offsetof(v.agents_expected) ^ 32 |
			unsafe.Offsetof(v.reserved) ^ 36 |
			unsafe.Offsetof(v.since_nanos) ^ 40 |
			unsafe.Offsetof(v.until_nanos) ^ 48
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_explained_amount
		const wrong = unsafe.Sizeof(v) ^ 56 |
			unsafe.Offsetof(v.what) ^ 0 |
			unsafe.Offsetof(v.index) ^ 4 |
			unsafe.Offsetof(v.resource) ^ 8 |
			unsafe.Offsetof(v.hidden) ^ 12 |
			unsafe.Offsetof(v.framework) ^ 16 |
			unsafe.Offsetof(v.role) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28 |
			unsafe.Offsetof(v.amount) ^ 32 |
			unsafe.Offsetof(v.consumed) ^ 40 |
			unsafe.Offsetof(v.lacks) ^ 48
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_explained_change
		const wrong = unsafe.Sizeof(v) ^ 48 |
			unsafe.Offsetof(v.explained) ^ 0 |
			unsafe.Offsetof(v.remedy) ^ 4 |
			unsafe.Offsetof(v.kind) ^ 8 |
			unsafe.Offsetof(v.capabilities) ^ 12 |
			unsafe.Offsetof(v.framework) ^ 16 |
			unsafe.Offsetof(v.agent) ^ 24 |
			unsafe.Offsetof(v.role) ^ 32 |
			unsafe.Offsetof(v.hidden) ^ 36 |
			unsafe.Offsetof(v.until_nanos) ^ 40
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_question
		const wrong = unsafe.Sizeof(v) ^ 64 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.flags) ^ 4 |
			unsafe.Offsetof(v.framework) ^ 8 |
			unsafe.Offsetof(v.agent) ^ 16 |
			unsafe.Offsetof(v.role) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28 |
			unsafe.Offsetof(v.visible_roles) ^ 32 |
			unsafe.Offsetof(v.visible_role_count) ^ 40 |
			unsafe.Offsetof(v.visible_frameworks) ^ 48 |
			unsafe.Offsetof(v.visible_framework_count) ^ 56
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_explanation
		const wrong = unsafe.Sizeof(v) ^ 72 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.roles) ^ 8 |
			unsafe.Offsetof(v.reasons) ^ 16 |
			unsafe.Offsetof(v.amounts) ^ 24 |
			unsafe.Offsetof(v.changes) ^ 32 |
			unsafe.Offsetof(v.text) ^ 40 |
			unsafe.Offsetof(v.json) ^ 48 |
			unsafe.Offsetof(v.now_nanos) ^ 56 |
			unsafe.Offsetof(v.hidden_roles) ^ 64
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_recover_resources
		const wrong = unsafe.Sizeof(v) ^ 56 |
			unsafe.Offsetof(v.now) ^ 0 |
			unsafe.Offsetof(v.framework) ^ 8 |
			unsafe.Offsetof(v.agent) ^ 16 |
			unsafe.Offsetof(v.resources) ^ 24 |
			unsafe.Offsetof(v.resource_count) ^ 32 |
			unsafe.Offsetof(v.refuse_nanos) ^ 40 |
			unsafe.Offsetof(v.role) ^ 48 |
			unsafe.Offsetof(v.allocated) ^ 52
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_transition
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.agent) ^ 0 |
			unsafe.Offsetof(v.resources) ^ 8 |
			unsafe.Offsetof(v.resource_count) ^ 16 |
			unsafe.Offsetof(v.role) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_update_allocation
		const wrong = unsafe.Sizeof(v) ^ 56 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.agent) ^ 8 |
			unsafe.Offsetof(v.offered) ^ 16 |
			unsafe.Offsetof(v.offered_count) ^ 24 |
			unsafe.Offsetof(v.conversions) ^ 32 |
			unsafe.Offsetof(v.conversion_count) ^ 40 |
			unsafe.Offsetof(v.role) ^ 48 |
			unsafe.Offsetof(v.reserved) ^ 52
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_update_available
		const wrong = unsafe.Sizeof(v) ^ 24 |
			unsafe.Offsetof(v.agent) ^ 0 |
			unsafe.Offsetof(v.conversions) ^ 8 |
			unsafe.Offsetof(v.conversion_count) ^ 16
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_add_framework
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.info) ^ 0 |
			unsafe.Offsetof(v.used) ^ 8 |
			unsafe.Offsetof(v.used_count) ^ 16 |
			unsafe.Offsetof(v.active) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_update_framework
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.info) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_framework_roles
		const wrong = unsafe.Sizeof(v) ^ 24 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.roles) ^ 8 |
			unsafe.Offsetof(v.role_count) ^ 16
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_exclude_agents
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.agents) ^ 8 |
			unsafe.Offsetof(v.agent_count) ^ 16 |
			unsafe.Offsetof(v.role) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_exclude_agent
		const wrong = unsafe.Sizeof(v) ^ 24 |
			unsafe.Offsetof(v.framework) ^ 0 |
			unsafe.Offsetof(v.agent) ^ 8 |
			unsafe.Offsetof(v.role) ^ 16 |
			unsafe.Offsetof(v.excluded) ^ 20
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_update_agent
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.agent) ^ 0 |
			unsafe.Offsetof(v.update) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_add_resource_provider
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.agent) ^ 0 |
			unsafe.Offsetof(v.total) ^ 8 |
			unsafe.Offsetof(v.total_count) ^ 16 |
			unsafe.Offsetof(v.used) ^ 24 |
			unsafe.Offsetof(v.used_count) ^ 32
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_strings
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.items) ^ 0 |
			unsafe.Offsetof(v.count) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_update_unavailability
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.agent) ^ 0 |
			unsafe.Offsetof(v.start_nanos) ^ 8 |
			unsafe.Offsetof(v.duration_nanos) ^ 16 |
			unsafe.Offsetof(v.planned) ^ 24 |
			unsafe.Offsetof(v.reserved) ^ 28
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_update_inverse_offer
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.now) ^ 0 |
			unsafe.Offsetof(v.agent) ^ 8 |
			unsafe.Offsetof(v.framework) ^ 16 |
			unsafe.Offsetof(v.refuse_nanos) ^ 24 |
			unsafe.Offsetof(v.status) ^ 32 |
			unsafe.Offsetof(v.reserved) ^ 36
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_set_quota
		const wrong = unsafe.Sizeof(v) ^ 40 |
			unsafe.Offsetof(v.guarantees) ^ 0 |
			unsafe.Offsetof(v.limits) ^ 16 |
			unsafe.Offsetof(v.role) ^ 32 |
			unsafe.Offsetof(v.reserved) ^ 36
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_set_weights
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.weights) ^ 0 |
			unsafe.Offsetof(v.count) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_set_policy
		const wrong = unsafe.Sizeof(v) ^ 24 |
			unsafe.Offsetof(v.policy) ^ 0 |
			unsafe.Offsetof(v.role) ^ 16 |
			unsafe.Offsetof(v.ordered) ^ 20
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_set_ranks
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.roles) ^ 0 |
			unsafe.Offsetof(v.role_count) ^ 8 |
			unsafe.Offsetof(v.frameworks) ^ 16 |
			unsafe.Offsetof(v.framework_count) ^ 24
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_release_roles
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.roles) ^ 0 |
			unsafe.Offsetof(v.count) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_release_kinds
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.kinds) ^ 0 |
			unsafe.Offsetof(v.count) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_release_items
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.items) ^ 0 |
			unsafe.Offsetof(v.count) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_recover
		const wrong = unsafe.Sizeof(v) ^ 32 |
			unsafe.Offsetof(v.now) ^ 0 |
			unsafe.Offsetof(v.expected_agents) ^ 8 |
			unsafe.Offsetof(v.quotas) ^ 16 |
			unsafe.Offsetof(v.quota_count) ^ 24
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op_advance
		const wrong = unsafe.Sizeof(v) ^ 8 |
			unsafe.Offsetof(v.now) ^ 0
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_op
		const wrong = unsafe.Sizeof(v) ^ 72 |
			unsafe.Offsetof(v.struct_size) ^ 0 |
			unsafe.Offsetof(v._type) ^ 4 |
			unsafe.Offsetof(v.u) ^ 8
		_ = [1]struct{}{}[wrong]
	}
	{
		var v C.apportion_result
		const wrong = unsafe.Sizeof(v) ^ 16 |
			unsafe.Offsetof(v.code) ^ 0 |
			unsafe.Offsetof(v.reserved) ^ 4 |
			unsafe.Offsetof(v.value) ^ 8
		_ = [1]struct{}{}[wrong]
	}
}
