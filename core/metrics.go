package core

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/order"
	"github.com/apportion/apportion/quantities"
)

// Metrics is what Mesos publishes about allocation, as numbers. The caller
// owns it and passes it again to have its memory reused. View.Amounts ranges over a row by the
// names of resources.
type Metrics struct {
	AllocationRuns uint64
	OffersMade     uint64
	// Latency is the time from the first call that asked for a cycle until it ran, on the
	// host's clock. Run is how long it took: the C library measures that, since the core has no clock.
	LastLatency, TotalLatency time.Duration
	LastRun, TotalRun         time.Duration
	Agents                    int
	Frameworks                int

	Total              quantities.Row // scalars of all agents
	OfferedOrAllocated quantities.Row // scalars in use, revocable ones included
	Loans              LoanMetrics    // of all roles: Lent and Borrowed are the same
	Recallable         quantities.Row // lent of guarantees and not overdue: headroom need not be free for it

	Roles      []RoleMetrics
	Overdue    []OverdueBorrower // in the order of their roles and names
	Suppressed []SuppressedRole
}

// RoleMetrics is about one role that is in use: one with frameworks, quota,
// a weight, reservations, or such subroles.
type RoleMetrics struct {
	Role               alloc.RoleID
	Share              float64        // weighted dominant share, 0 for a role without frameworks
	Policy             alloc.Policy   // that orders the role's own frameworks, taken together, among their siblings; "" without frameworks
	Key                float64        // by which it does, the least first: Share under DRF, 0 under Random
	Weight             float64        // that was set
	EffectiveWeight    float64        // by which it is ordered: an earlier one where it goes on with that (SetWeights)
	Settings           alloc.Settings // that were set besides
	Frameworks         int            // tracked under the role
	ActiveFilters      int            // offer filters in force
	HasQuota           bool           //
	Guarantees         quantities.Row //
	Limits             quantities.Row // meaningful for the names in Limited
	Limited            quantities.NameSet
	OfferedOrAllocated quantities.Row // of the role's own frameworks, all scalars
	Consumed           quantities.Row // of the quota: allocated and reserved, with subroles
	Reserved           quantities.Row // with subroles
	Loans              LoanMetrics
}

// LoanMetrics is what is lent, of a role's own and to its own frameworks.
type LoanMetrics struct {
	Lent     quantities.Row // of what is kept for the role: of guarantees, its part of all that is lent of them
	Borrowed quantities.Row // by its frameworks
	Recalled quantities.Row // of what is borrowed
	Overdue  quantities.Row // of what is recalled: it should have been given back
}

// OverdueBorrower tells what a framework in a role should have given back.
type OverdueBorrower struct {
	Framework     alloc.FrameworkID
	FrameworkName string
	Role          alloc.RoleID
	Amounts       quantities.Row
}

// SuppressedRole tells, for one subscription, whether it is suppressed.
type SuppressedRole struct {
	Framework  alloc.FrameworkID
	Role       alloc.RoleID
	Suppressed bool
}

// Amounts ranges over the amounts of a row by the names of resources, in the order of their indices;
// names of which there is nothing are left out. A row of metrics, loads or a report can be read like
// this until its allocator is next changed.
//
// Cost: constant for each amount.
func (v *View) Amounts(r quantities.Row) iter.Seq2[string, quantities.Amount] {
	return func(yield func(string, quantities.Amount) bool) {
		for i, amount := range r.All() {
			if !yield(v.state.Names.String(i), amount) {
				return
			}
		}
	}
}

// Metrics fills m. Its rows are copies and stay valid.
//
// Cost: linear in the roles in use, in subscriptions and in loans; agents and former state
// cost nothing. Where parts of the tree have policies of their own, a role costs its depth
// until a cycle has run; so does always one that goes on with an earlier weight (SetWeights).
func (v *View) Metrics(m *Metrics) {
	m.AllocationRuns, m.OffersMade = v.state.Schedule.Counters.Runs, v.state.Schedule.Counters.Offers
	m.LastLatency, m.TotalLatency = v.state.Schedule.Counters.Latency, v.state.Schedule.Counters.Latencies
	m.LastRun, m.TotalRun = v.state.Schedule.Counters.Took, v.state.Schedule.Counters.TookAll
	m.Agents = v.state.Agents.Live()
	m.Frameworks = v.state.Frameworks.Registered.Count()
	m.Total.CopyFrom(v.state.Totals.Total())
	v.state.Ledger.OfferedOrAllocated(&m.OfferedOrAllocated)
	m.Suppressed = m.Suppressed[:0]
	for slot := range v.state.Frameworks.Registered.All {
		for _, s := range v.state.Frameworks.At(slot).Subscriptions {
			if sub := v.state.Frameworks.Subscriptions.At(s); sub.Subscribed {
				m.Suppressed = append(m.Suppressed, SuppressedRole{v.state.Frameworks.FrameworkID(slot), sub.Role, sub.Suppressed})
			}
		}
	}
	n, keys := 0, v.state.Roles.Sorter.Keys()
	for id := range v.state.Roles.InUse() {
		if n == len(m.Roles) {
			m.Roles = append(m.Roles, RoleMetrics{})
		}
		v.roleMetrics(&m.Roles[n], id, &keys)
		n++
	}
	m.Roles, m.Suppressed = container.Shrink(m.Roles[:n], 64), container.Shrink(m.Suppressed, 64)
	v.effectiveWeights(m)
	v.loanMetrics(m)
}

// effectiveWeights enters those that are not as they were set, in metrics that have their roles.
func (v *View) effectiveWeights(m *Metrics) {
	var kept map[alloc.RoleID]float64
	for path, weight := range v.state.Roles.Sorter.KeptWeights() {
		if kept == nil {
			kept = map[alloc.RoleID]float64{}
		}
		if id, known := v.FindRole(path); known {
			kept[id] = weight
		}
	}
	for i := range m.Roles {
		if weight, is := kept[m.Roles[i].Role]; is {
			m.Roles[i].EffectiveWeight = weight
		}
	}
}

// loanMetrics sums up what is lent, in metrics that have their roles.
func (v *View) loanMetrics(m *Metrics) {
	for i := range m.Roles {
		m.Roles[i].Loans.reset()
	}
	m.Loans.reset()
	m.Overdue = m.Overdue[:0]
	m.Recallable.Reset()
	if v.state.Lending.On.Empty() {
		return
	}
	rows := make(map[alloc.RoleID]*LoanMetrics, len(m.Roles))
	for i := range m.Roles {
		rows[m.Roles[i].Role] = &m.Roles[i].Loans
	}
	m.Loans.Lent.CopyFrom(v.state.Lending.Lent)
	m.Recallable.CopyFrom(v.state.Lending.OfPool)
	for name := range v.state.Lending.OfPool.All() {
		for id, n := range v.state.Lending.LentOf(name) {
			if x := rows[id]; x != nil { // else the role is in use no more
				x.Lent.AddAt(name, n)
			}
		}
	}
	for slot, l := range v.state.Lending.All {
		loan := v.cycle.LoanOf(slot, l)
		m.Loans.add(l.Name, &loan, v.Now())
		if x := rows[loan.Role]; x != nil {
			x.add(l.Name, &loan, v.Now())
		}
		if x := rows[v.state.Lending.ReservingRole(l)]; l.Reserved && x != nil {
			x.Lent.AddAt(l.Name, loan.Lent.Amount)
		}
	}
	v.listOverdue(m)
}

// listOverdue lists who has not given back what is overdue, and takes that out of m.Recallable.
func (v *View) listOverdue(m *Metrics) {
	places := map[slots.Subscription]int{} // in m.Overdue
	for slot, l := range v.state.Lending.Overdue(v.Now()) {
		if !l.Reserved {
			m.Recallable.AddAt(l.Name, -alloc.Amount(l.N))
		}
		at, isThere := places[l.Subscription]
		if !isThere {
			at = len(m.Overdue)
			places[l.Subscription] = at
			loan := v.cycle.LoanOf(slot, l)
			m.Overdue = append(m.Overdue, OverdueBorrower{Framework: loan.Framework, Role: loan.Role})
		}
		m.Overdue[at].Amounts.AddAt(l.Name, alloc.Amount(l.N))
	}
	for i := range m.Overdue {
		m.Overdue[i].FrameworkName, _ = v.FrameworkName(m.Overdue[i].Framework)
	}
	slices.SortFunc(m.Overdue, func(x, y OverdueBorrower) int {
		return cmp.Or(v.state.Roles.ComparePaths(x.Role, y.Role), strings.Compare(x.FrameworkName, y.FrameworkName))
	})
}

func (x *LoanMetrics) reset() {
	for _, row := range []*quantities.Row{&x.Lent, &x.Borrowed, &x.Recalled, &x.Overdue} {
		row.Reset()
	}
}

// add adds what is borrowed.
func (x *LoanMetrics) add(name quantities.Name, l *alloc.Loan, now alloc.Time) {
	x.Borrowed.AddAt(name, l.Lent.Amount)
	if l.Recalled {
		x.Recalled.AddAt(name, l.Lent.Amount)
	}
	if l.IsOverdue(now) {
		x.Overdue.AddAt(name, l.Lent.Amount)
	}
}

func (v *View) roleMetrics(x *RoleMetrics, id alloc.RoleID, keys *order.Keys) {
	r := v.state.Roles.Get(id)
	x.Role, x.Weight, x.EffectiveWeight, x.Settings = id, r.Weight, r.Weight, r.Settings
	x.Frameworks, x.HasQuota = len(r.Subscriptions), r.HasQuota
	if r.Frameworks != nil {
		x.Policy, x.Key, x.Share = keys.Of(r.Client)
		x.OfferedOrAllocated.CopyFrom(v.state.Roles.Sorter.Allocation(r.Client))
	} else {
		x.Policy, x.Key, x.Share = "", 0, 0
		x.OfferedOrAllocated.Reset()
	}
	x.ActiveFilters = 0
	for _, s := range r.Subscriptions {
		x.ActiveFilters += v.state.Frameworks.Filters.Count(s)
	}
	x.Guarantees.CopyFrom(r.Quota.Guarantees)
	r.Quota.Limits.CopyTo(&x.Limits, &x.Limited)
	x.Reserved.CopyFrom(r.Reserved)
	x.Consumed.CopyFrom(r.InUse)
	x.Consumed.Add(r.Reserved)
}
