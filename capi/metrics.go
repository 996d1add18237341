package main

// #include "apportion.h"
import "C"

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

// metrics are figures as the rows that callers read.
type metrics struct {
	figures       C.apportion_metrics
	roles         []C.apportion_role_metrics
	keys          []C.apportion_role_key
	quantities    []C.apportion_quantity_metrics
	subscriptions []C.apportion_subscription
	names         []quantities.Name // scratch
}

// none is what has been gathered before anything was.
var none metrics

// lastGathered returns what readers see.
func (in *instance) lastGathered() *metrics {
	if m := in.gathered.Load(); m != nil {
		return m
	}
	return &none
}

// gatherMetrics replaces what readers see.
func (in *instance) gatherMetrics() *metrics {
	before := in.lastGathered()
	in.core.Metrics(&in.metrics)
	x := &in.metrics
	m := &metrics{
		roles:         make([]C.apportion_role_metrics, 0, len(x.Roles)),
		keys:          make([]C.apportion_role_key, 0, len(before.keys)),
		quantities:    make([]C.apportion_quantity_metrics, 0, len(before.quantities)),
		subscriptions: make([]C.apportion_subscription, 0, len(x.Suppressed)),
	}
	m.flatten(in, x)
	m.figures = C.apportion_metrics{
		allocation_runs: C.uint64_t(x.AllocationRuns),
		offers_made:     C.uint64_t(x.OffersMade),
		agents:          C.size_t(x.Agents),
		frameworks:      C.size_t(x.Frameworks),
		resource_names:  C.size_t(in.core.ResourceNames()),
		roles:           C.size_t(len(m.roles)),
		quantities:      C.size_t(len(m.quantities)),
		subscriptions:   C.size_t(len(m.subscriptions)),
		now_nanos:       C.int64_t(in.core.Now()),
		gathering:       before.figures.gathering + 1,

		last_latency_nanos:  C.int64_t(x.LastLatency),
		total_latency_nanos: C.int64_t(x.TotalLatency),
		last_run_nanos:      C.int64_t(x.LastRun),
		total_run_nanos:     C.int64_t(x.TotalRun),
	}
	in.gathered.Store(m)
	return m
}

// fill writes the figures that get returns to a record of the caller's.
func fill(metrics *C.apportion_metrics, get func() *metrics) error {
	var r reader
	out := answered(&r, metrics, C.APPORTION_METRICS_MIN_SIZE, "metrics")
	if r.err != nil {
		return r.err
	}
	if r.reserved(metrics.reserved, "metrics"); r.err != nil {
		return r.err
	}
	out.write(&get().figures)
	return nil
}

//export apportion_gather_metrics
func apportion_gather_metrics(handle C.apportion_instance, out *C.apportion_metrics) C.int32_t {
	return enter(handle, func(in *instance) error { return fill(out, in.gatherMetrics) })
}

//export apportion_gathered_metrics
func apportion_gathered_metrics(handle C.apportion_instance, out *C.apportion_metrics) C.int32_t {
	return enterReader(handle, func(in *instance) error { return fill(out, in.lastGathered) })
}

// flatten turns the core's figures into rows.
func (m *metrics) flatten(in *instance, figures *core.Metrics) {
	a := in.core.Allocator
	m.appendQuantities(a, C.APPORTION_NO_ROLE, &amounts{total: figures.Total, offeredOrAllocated: figures.OfferedOrAllocated})
	for i := range figures.Roles {
		x := &figures.Roles[i]
		m.roles = append(m.roles, C.apportion_role_metrics{
			share:          C.double(x.Share),
			weight:         C.double(x.Weight),
			frameworks:     C.size_t(x.Frameworks),
			active_filters: C.size_t(x.ActiveFilters),
			role:           C.apportion_role(x.Role),
			flags:          C.uint32_t(flag(x.HasQuota)) * C.APPORTION_ROLE_QUOTA,
		})
		if x.Policy != "" {
			m.keys = append(m.keys, C.apportion_role_key{key: C.double(x.Key), role: C.apportion_role(x.Role), policy: orderedBy[x.Policy.Name()]})
		}
		m.appendQuantities(a, C.apportion_role(x.Role), &amounts{
			offeredOrAllocated: x.OfferedOrAllocated,
			guarantees:         x.Guarantees,
			limits:             x.Limits,
			limited:            x.Limited,
			consumed:           x.Consumed,
			reserved:           x.Reserved,
		})
	}
	for _, s := range figures.Suppressed {
		m.subscriptions = append(m.subscriptions, C.apportion_subscription{
			framework: in.frameworkHandle(s.Framework),
			role:      C.apportion_role(s.Role),
			flags:     C.uint32_t(flag(s.Suppressed)) * C.APPORTION_SUBSCRIPTION_SUPPRESSED,
		})
	}
}

// orderedBy has the policies that a caller can choose.
var orderedBy = map[string]C.uint32_t{
	"drf": C.APPORTION_ORDERED_BY_DRF, "random": C.APPORTION_ORDERED_BY_RANDOM, "hdrf": C.APPORTION_ORDERED_BY_HDRF,
	"ranked": C.APPORTION_ORDERED_BY_RANKED, "decayed": C.APPORTION_ORDERED_BY_DECAYED,
	"max_min": C.APPORTION_ORDERED_BY_MAX_MIN, "asset": C.APPORTION_ORDERED_BY_ASSET,
}

// amounts are the rows of one role, or of the cluster.
type amounts struct {
	total, offeredOrAllocated, guarantees, limits, consumed, reserved quantities.Row
	limited                                                           quantities.NameSet
}

// names returns the names that the rows of a role are about.
func (a *amounts) names(dst []quantities.Name) []quantities.Name {
	dst = quantities.AppendNames(dst, a.total, a.offeredOrAllocated, a.guarantees, a.limits, a.consumed, a.reserved)
	for name := range a.limited.All() { // a limit of nothing is one, too
		dst = append(dst, name)
	}
	slices.Sort(dst)
	return slices.Compact(dst)
}

func (m *metrics) appendQuantities(a *core.Allocator, role C.apportion_role, x *amounts) {
	m.names = x.names(m.names[:0])
	for _, name := range m.names {
		row := C.apportion_quantity_metrics{
			role:                 role,
			resource:             C.uint32_t(a.ResourceNumber(name)),
			total:                C.int64_t(x.total.At(name)),
			offered_or_allocated: C.int64_t(x.offeredOrAllocated.At(name)),
			guarantee:            C.int64_t(x.guarantees.At(name)),
			consumed_quota:       C.int64_t(x.consumed.At(name)),
			reserved_quantity:    C.int64_t(x.reserved.At(name)),
		}
		if x.limited.Has(name) {
			row.flags = C.APPORTION_QUANTITY_LIMITED
			row.limit = C.int64_t(x.limits.At(name))
		}
		m.quantities = append(m.quantities, row)
	}
}

//export apportion_metrics_roles
func apportion_metrics_roles(handle C.apportion_instance, roles *C.apportion_role_metrics, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(roles, capacity, count, in.lastGathered().roles)
	})
}

//export apportion_metrics_keys
func apportion_metrics_keys(handle C.apportion_instance, keys *C.apportion_role_key, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(keys, capacity, count, in.lastGathered().keys)
	})
}

//export apportion_metrics_quantities
func apportion_metrics_quantities(handle C.apportion_instance, quantities *C.apportion_quantity_metrics, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(quantities, capacity, count, in.lastGathered().quantities)
	})
}

//export apportion_metrics_subscriptions
func apportion_metrics_subscriptions(handle C.apportion_instance, subscriptions *C.apportion_subscription, capacity C.size_t, count *C.size_t) C.int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(subscriptions, capacity, count, in.lastGathered().subscriptions)
	})
}
