package main

// #include "apportion.h"
import "C"

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/quantities"
)

//export apportion_digest
func apportion_digest(handle C.apportion_instance, digest *C.uint64_t) C.int32_t {
	return ask(handle, digest, "digest", func(a *core.Allocator) C.uint64_t { return C.uint64_t(a.Digest()) })
}

// stateText is the state as text. It is kept while its reader makes room.
type stateText struct {
	text []byte
	call uint64 // the call that made it, 0 if it has been read
}

//export apportion_state_json
func apportion_state_json(handle C.apportion_instance, json *C.char, capacity C.size_t, size *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		s := &in.state
		if s.call == 0 || s.call+1 != in.calls {
			s.text = in.core.AppendState(s.text[:0])
		}
		s.call = in.calls
		err := writeText(json, capacity, size, s.text)
		if err == nil {
			*s = stateText{} // it can be large
		}
		return err
	})
}

// metrics are the figures gathered last, as the rows that callers read.
type metrics struct {
	core          core.Metrics
	roles         []C.apportion_role_metrics
	quantities    []C.apportion_quantity_metrics
	subscriptions []C.apportion_subscription
}

//export apportion_gather_metrics
func apportion_gather_metrics(handle C.apportion_instance, out *C.apportion_metrics) C.int32_t {
	return enter(handle, func(in *instance) error {
		var r reader
		if !record(&r, out, "metrics") {
			return r.err
		}
		r.reserved(out.reserved, "metrics")
		if r.err != nil {
			return r.err
		}
		m := &in.metrics
		in.core.Metrics(&m.core)
		m.flatten()
		*out = C.apportion_metrics{
			struct_size:     out.struct_size,
			allocation_runs: C.uint64_t(m.core.AllocationRuns),
			offers_made:     C.uint64_t(m.core.OffersMade),
			agents:          C.size_t(m.core.Agents),
			frameworks:      C.size_t(m.core.Frameworks),
			resource_names:  C.size_t(in.core.ResourceNames()),
			roles:           C.size_t(len(m.roles)),
			quantities:      C.size_t(len(m.quantities)),
			subscriptions:   C.size_t(len(m.subscriptions)),
		}
		return nil
	})
}

// flatten turns the core's figures into rows.
func (m *metrics) flatten() {
	m.roles, m.quantities, m.subscriptions = m.roles[:0], m.quantities[:0], m.subscriptions[:0]
	m.appendQuantities(C.APPORTION_NO_ROLE, &amounts{total: m.core.Total, offeredOrAllocated: m.core.OfferedOrAllocated})
	for i := range m.core.Roles {
		x := &m.core.Roles[i]
		m.roles = append(m.roles, C.apportion_role_metrics{
			share:          C.double(x.Share),
			weight:         C.double(x.Weight),
			frameworks:     C.size_t(x.Frameworks),
			active_filters: C.size_t(x.ActiveFilters),
			role:           C.apportion_role(x.Role),
			flags:          C.uint32_t(flag(x.HasQuota)) * C.APPORTION_ROLE_QUOTA,
		})
		m.appendQuantities(C.apportion_role(x.Role), &amounts{
			offeredOrAllocated: x.OfferedOrAllocated,
			guarantees:         x.Guarantees,
			limits:             x.Limits,
			limited:            x.Limited,
			consumed:           x.Consumed,
			reserved:           x.Reserved,
		})
	}
	for _, s := range m.core.Suppressed {
		m.subscriptions = append(m.subscriptions, C.apportion_subscription{
			framework: C.apportion_framework(s.Framework),
			role:      C.apportion_role(s.Role),
			flags:     C.uint32_t(flag(s.Suppressed)) * C.APPORTION_SUBSCRIPTION_SUPPRESSED,
		})
	}
}

// amounts are the rows of one role, or of the cluster.
type amounts struct {
	total, offeredOrAllocated, guarantees, limits, consumed, reserved quantities.Row
	limited                                                           []uint64
}

func (m *metrics) appendQuantities(role C.apportion_role, a *amounts) {
	n := max(len(a.total), len(a.offeredOrAllocated), len(a.guarantees), len(a.limits),
		len(a.consumed), len(a.reserved), 64*len(a.limited))
	for i := range n {
		name := quantities.Name(i)
		row := C.apportion_quantity_metrics{
			total:                C.int64_t(a.total.At(name)),
			offered_or_allocated: C.int64_t(a.offeredOrAllocated.At(name)),
			guarantee:            C.int64_t(a.guarantees.At(name)),
			consumed_quota:       C.int64_t(a.consumed.At(name)),
			reserved_quantity:    C.int64_t(a.reserved.At(name)),
		}
		if i/64 < len(a.limited) && a.limited[i/64]>>(i%64)&1 != 0 {
			row.flags = C.APPORTION_QUANTITY_LIMITED
			row.limit = C.int64_t(a.limits.At(name))
		}
		if row != (C.apportion_quantity_metrics{}) {
			row.role, row.resource = role, C.uint32_t(i)
			m.quantities = append(m.quantities, row)
		}
	}
}

//export apportion_metrics_roles
func apportion_metrics_roles(handle C.apportion_instance, roles *C.apportion_role_metrics, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return writeRows(roles, capacity, count, in.metrics.roles)
	})
}

//export apportion_metrics_quantities
func apportion_metrics_quantities(handle C.apportion_instance, quantities *C.apportion_quantity_metrics, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return writeRows(quantities, capacity, count, in.metrics.quantities)
	})
}

//export apportion_metrics_subscriptions
func apportion_metrics_subscriptions(handle C.apportion_instance, subscriptions *C.apportion_subscription, capacity C.size_t, count *C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return writeRows(subscriptions, capacity, count, in.metrics.subscriptions)
	})
}
