package main

import "C"

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/quantities"
)

// metrics are figures as the rows that callers read. Once they are gathered nobody changes them: readers take no lock.
type metrics struct {
	figures       apportion_metrics
	roles         []apportion_role_metrics
	keys          []apportion_role_key
	quantities    []apportion_quantity_metrics
	subscriptions []apportion_subscription
	loans         []apportion_loan_metrics
	overdue       []apportion_overdue_borrower
	names         []quantities.Name // scratch
}

func (in *instance) lastGathered() *metrics { return latest(&in.gathered) }

// gatherMetrics replaces what readers see.
func (in *instance) gatherMetrics() *metrics {
	before := in.lastGathered()
	in.core.Metrics(&in.metrics)
	x := &in.metrics
	m := &metrics{
		roles:         make([]apportion_role_metrics, 0, len(x.Roles)),
		keys:          make([]apportion_role_key, 0, len(before.keys)),
		quantities:    make([]apportion_quantity_metrics, 0, len(before.quantities)),
		subscriptions: make([]apportion_subscription, 0, len(x.Suppressed)),
	}
	m.flatten(in, x)
	m.figures = apportion_metrics{
		allocation_runs: uint64_t(x.AllocationRuns),
		offers_made:     uint64_t(x.OffersMade),
		agents:          size_t(x.Agents),
		frameworks:      size_t(x.Frameworks),
		resource_names:  size_t(in.core.ResourceNames()),
		roles:           size_t(len(m.roles)),
		quantities:      size_t(len(m.quantities)),
		subscriptions:   size_t(len(m.subscriptions)),
		now_nanos:       int64_t(in.core.Now()),
		gathering:       before.figures.gathering + 1,

		last_latency_nanos:  int64_t(x.LastLatency),
		total_latency_nanos: int64_t(x.TotalLatency),
		last_run_nanos:      int64_t(x.LastRun),
		total_run_nanos:     int64_t(x.TotalRun),

		loans:   size_t(len(m.loans)),
		overdue: size_t(len(m.overdue)),
	}
	in.gathered.Store(m)
	return m
}

// fill writes the figures that get returns to a record of the caller's.
func fill(metrics *apportion_metrics, get func() *metrics) error {
	var r reader
	out := answered(&r, metrics, APPORTION_METRICS_MIN_SIZE, "metrics")
	if r.err != nil {
		return r.err
	}
	r.reserved(metrics.reserved, "metrics")
	if r.err != nil {
		return r.err
	}
	out.write(&get().figures)
	return nil
}

//export apportion_gather_metrics
func apportion_gather_metrics(handle apportion_instance, out *apportion_metrics) int32_t {
	return enter(handle, func(in *instance) error { return fill(out, in.gatherMetrics) })
}

//export apportion_gathered_metrics
func apportion_gathered_metrics(handle apportion_instance, out *apportion_metrics) int32_t {
	return enterReader(handle, func(in *instance) error { return fill(out, in.lastGathered) })
}

// flatten turns the core's figures into rows.
func (m *metrics) flatten(in *instance, figures *core.Metrics) {
	a := &in.core.View
	m.appendQuantities(a, apportion_role{APPORTION_NO_ROLE}, &amounts{total: figures.Total, offeredOrAllocated: figures.OfferedOrAllocated})
	m.appendLoans(a, apportion_role{APPORTION_NO_ROLE}, &figures.Loans)
	for i := range figures.Roles {
		x := &figures.Roles[i]
		m.roles = append(m.roles, apportion_role_metrics{
			share:          double(x.Share),
			weight:         double(x.Weight),
			frameworks:     size_t(x.Frameworks),
			active_filters: size_t(x.ActiveFilters),
			role:           apportion_role{uint32_t(x.Role)},
			flags:          uint32_t(flag(x.HasQuota)) * APPORTION_ROLE_QUOTA,
		})
		if x.Policy != "" {
			m.keys = append(m.keys, apportion_role_key{key: double(x.Key), role: apportion_role{uint32_t(x.Role)}, policy: orderedBy(x.Policy)})
		}
		m.appendQuantities(a, apportion_role{uint32_t(x.Role)}, &amounts{
			offeredOrAllocated: x.OfferedOrAllocated,
			guarantees:         x.Guarantees,
			limits:             x.Limits,
			limited:            x.Limited,
			consumed:           x.Consumed,
			reserved:           x.Reserved,
		})
		m.appendLoans(a, apportion_role{uint32_t(x.Role)}, &x.Loans)
	}
	for i := range figures.Overdue {
		x := &figures.Overdue[i]
		for name, amount := range x.Amounts.All() {
			m.overdue = append(m.overdue, apportion_overdue_borrower{
				framework: in.frameworkHandle(x.Framework),
				role:      apportion_role{uint32_t(x.Role)},
				resource:  apportion_name{uint32_t(hooks.ResourceNumber(a, name))},
				amount:    int64_t(amount),
			})
		}
	}
	for _, s := range figures.Suppressed {
		m.subscriptions = append(m.subscriptions, apportion_subscription{
			framework: in.frameworkHandle(s.Framework),
			role:      apportion_role{uint32_t(s.Role)},
			flags:     uint32_t(flag(s.Suppressed)) * APPORTION_SUBSCRIPTION_SUPPRESSED,
		})
	}
}

// orderedBy returns the number of a policy, whatever its parameters.
func orderedBy(policy alloc.Policy) uint32_t {
	if number, ok := policyNumbers[policy.Name()]; ok {
		return number
	}
	return APPORTION_ORDERED_BY_OTHER
}

// policyNumbers has the policies that each library has.
var policyNumbers = map[string]uint32_t{
	"drf": APPORTION_ORDERED_BY_DRF, "random": APPORTION_ORDERED_BY_RANDOM, "hdrf": APPORTION_ORDERED_BY_HDRF,
	"ranked": APPORTION_ORDERED_BY_RANKED, "decayed": APPORTION_ORDERED_BY_DECAYED,
	"max_min": APPORTION_ORDERED_BY_MAX_MIN, "asset": APPORTION_ORDERED_BY_ASSET,
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

func (m *metrics) appendQuantities(a *core.View, role apportion_role, x *amounts) {
	m.names = x.names(m.names[:0])
	for _, name := range m.names {
		row := apportion_quantity_metrics{
			role:                 role,
			resource:             apportion_name{uint32_t(hooks.ResourceNumber(a, name))},
			total:                int64_t(x.total.At(name)),
			offered_or_allocated: int64_t(x.offeredOrAllocated.At(name)),
			guarantee:            int64_t(x.guarantees.At(name)),
			consumed_quota:       int64_t(x.consumed.At(name)),
			reserved_quantity:    int64_t(x.reserved.At(name)),
		}
		if x.limited.Has(name) {
			row.flags = APPORTION_QUANTITY_LIMITED
			row.limit = int64_t(x.limits.At(name))
		}
		m.quantities = append(m.quantities, row)
	}
}

// appendLoans adds the rows of one role, or of all. What is recalled or overdue is borrowed.
func (m *metrics) appendLoans(a *core.View, role apportion_role, x *core.LoanMetrics) {
	m.names = quantities.AppendNames(m.names[:0], x.Lent, x.Borrowed)
	slices.Sort(m.names)
	for _, name := range slices.Compact(m.names) {
		m.loans = append(m.loans, apportion_loan_metrics{
			role:     role,
			resource: apportion_name{uint32_t(hooks.ResourceNumber(a, name))},
			lent:     int64_t(x.Lent.At(name)),
			borrowed: int64_t(x.Borrowed.At(name)),
			recalled: int64_t(x.Recalled.At(name)),
			overdue:  int64_t(x.Overdue.At(name)),
		})
	}
}

//export apportion_metrics_roles
func apportion_metrics_roles(handle apportion_instance, roles *apportion_role_metrics, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(roles, capacity, count, in.lastGathered().roles)
	})
}

//export apportion_metrics_keys
func apportion_metrics_keys(handle apportion_instance, keys *apportion_role_key, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(keys, capacity, count, in.lastGathered().keys)
	})
}

//export apportion_metrics_quantities
func apportion_metrics_quantities(handle apportion_instance, quantities *apportion_quantity_metrics, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(quantities, capacity, count, in.lastGathered().quantities)
	})
}

//export apportion_metrics_subscriptions
func apportion_metrics_subscriptions(handle apportion_instance, subscriptions *apportion_subscription, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(subscriptions, capacity, count, in.lastGathered().subscriptions)
	})
}

//export apportion_metrics_loans
func apportion_metrics_loans(handle apportion_instance, loans *apportion_loan_metrics, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(loans, capacity, count, in.lastGathered().loans)
	})
}

//export apportion_metrics_overdue
func apportion_metrics_overdue(handle apportion_instance, borrowers *apportion_overdue_borrower, capacity size_t, count *size_t) int32_t {
	return enterReader(handle, func(in *instance) error {
		return writeRows(borrowers, capacity, count, in.lastGathered().overdue)
	})
}
