package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/demand"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/state"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
)

// openQuota computes, at the start of a cycle, how much each role with quota has consumed,
// how much unsatisfied guarantees need, and the headroom available for them.
func (c *Cycle) openQuota(report *alloc.Report) {
	c.Demand.OpenRoom()
	OpenHeadroom(c.State, report, c.Roles.Required, quantities.Row{}, &c.visit.memory.used, c.Schedule.Now)
	c.Demand.OpenHeadroom()
}

// OpenHeadroom writes into a report how much unsatisfied guarantees need, and the headroom that would be available for
// them if agents had the amounts in more besides. The report's rows are empty, or those of an earlier call. Each
// difference stops at zero, step by step, as in Mesos's ResourceQuantities.
func OpenHeadroom(a *state.State, r *alloc.Report, required rows.Wide, more quantities.Row, scratch *quantities.Row, now alloc.Time) {
	r.HasQuota = a.Roles.WithQuota > 0
	if !r.HasQuota {
		return
	}
	required.CopyTo(&r.RequiredBefore)
	r.AvailableBefore.CopyFrom(a.Totals.Total())
	r.AvailableBefore.Add(more)
	leaveHeadroom(a, &r.AvailableBefore, scratch, now)
	r.RequiredAfter.CopyFrom(r.RequiredBefore)
	r.AvailableAfter.CopyFrom(r.AvailableBefore)
}

// leaveHeadroom takes out of the total of all agents the resources that cannot serve as headroom: offered or
// allocated ones, idle reservations (lent ones, too), and free revocable ones. What is lent of the pool can serve,
// since it is recalled, unless it is overdue by now: that may never come back.
func leaveHeadroom(a *state.State, total, idle *quantities.Row, now alloc.Time) {
	idle.CopyFrom(a.Roles.Sorter.Total())
	addLentBeforehand(a, idle)
	idle.Sub(a.Lending.Lent)
	total.SubFloor(*idle)
	idle.CopyFrom(a.Roles.Reserved)
	idle.SubFloor(a.Roles.OfferedOrAllocatedReserved)
	total.SubFloor(*idle)
	total.SubFloor(a.Agents.FreeRevocable)
	idle.Reset()
	for _, l := range a.Lending.Overdue(now) {
		if !l.Reserved {
			idle.AddAt(l.Name, alloc.Amount(l.N))
		}
	}
	total.SubFloor(*idle)
}

// addLentBeforehand adds what is lent to frameworks that are not registered. Book.Lent counts it, the sorters do
// not.
func addLentBeforehand(a *state.State, sum *quantities.Row) {
	if a.Ledger.UnregisteredUse.IsZero() {
		return
	}
	for _, l := range a.Lending.All {
		if !a.Frameworks.Registered.Has(a.Frameworks.Subscriptions.At(l.Subscription).Framework) {
			sum.AddAt(l.Name, alloc.Amount(l.N))
		}
	}
}

// headroomSurplus returns, for each name in b, the headroom that no guarantee needs.
func (s *Shrinker) headroomSurplus(b *resource.Bag) quantities.Row {
	surplus := &s.memory.room
	surplus.Reset()
	for _, n := range b.Counts {
		surplus.Set(n.Name, demand.SpareOf(s.Report, n.Name))
	}
	return *surplus
}

// hasSurplus reports whether there is headroom of any name that no guarantee needs.
func (s *Shrinker) hasSurplus() bool {
	for n := range s.Report.AvailableAfter.All() {
		if demand.SpareOf(s.Report, n) > 0 {
			return true
		}
	}
	return false
}

// reportHeldBack adds to the report the resources that the headroom kept from an offer:
// those of whole that are not in part.
func (s *Shrinker) reportHeldBack(whole, part *resource.Bag) {
	row, left := &s.memory.kept, &s.memory.filling
	whole.SetScalars(row, s.state.Kinds)
	part.SetScalars(left, s.state.Kinds)
	row.Sub(*left)
	s.Report.HeldBack.AddCapped(*row)
	s.Report.HeldBackAgents++
}

// reportAllHeldBack adds to the report that the headroom kept everything of some names in b from everybody.
func (s *Shrinker) reportAllHeldBack(b *resource.Bag, names roles.NameBits) {
	if names == 0 {
		return
	}
	row := &s.memory.kept
	row.Reset()
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask == 0 && names&roles.NameBit(n.Name) != 0 {
			row.AddAt(n.Name, s.state.Kinds.Amount(n))
		}
	}
	s.Report.HeldBack.AddCapped(*row)
	s.Report.HeldBackAgents++
}
