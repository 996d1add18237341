package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// openQuota computes, at the start of a cycle, what each role with quota has
// consumed, what unsatisfied guarantees need, and what there is for them: the
// headroom. Differences are cut off at zero step by step, as Mesos's
// ResourceQuantities does.
func (a *Allocator) openQuota(report *Report) {
	for _, id := range a.roles.ToReassess {
		a.roles.ReassessQuota(id)
	}
	a.roles.ToReassess = a.roles.ToReassess[:0]
	report.HasQuota = a.roles.WithQuota > 0
	if !report.HasQuota {
		return
	}
	a.roles.Required.CopyTo(&report.RequiredBefore)
	report.AvailableBefore.Add(a.totals.Total())
	a.leaveHeadroom(&report.AvailableBefore, &a.scratch.row)
	report.RequiredAfter.Add(report.RequiredBefore)
	report.AvailableAfter.Add(report.AvailableBefore)
}

// leaveHeadroom takes out of the total of all agents what cannot serve as headroom:
// what is offered or allocated, idle reservations and free revocable resources.
func (a *Allocator) leaveHeadroom(total, idle *quantities.Row) {
	total.SubFloor(a.roles.Sorter.Total())
	idle.Reset()
	idle.Add(a.roles.Reserved)
	idle.SubFloor(a.roles.OfferedOrAllocatedReserved)
	total.SubFloor(*idle)
	total.SubFloor(a.ledger.FreeRevocable)
}

// headroomSurplus returns the headroom that no guarantee needs, of the far names
// only for those in b. It is zero if there is none of any name.
func (v *visit) headroomSurplus(b *resource.Bag) quantities.Row {
	room, available, required := &v.memory.room, &v.c.out.Report.AvailableAfter, &v.c.out.Report.RequiredAfter
	room.CopyFrom(available.WithoutFar())
	room.SubFloor(required.WithoutFar())
	if !available.HasFar() {
		return *room
	}
	for n := range b.FarNames() {
		room.Set(n, max(available.At(n)-required.At(n), 0))
	}
	for n, q := range available.Far() {
		if !room.IsZero() {
			break
		}
		room.Set(n, max(q-required.At(n), 0))
	}
	return *room
}

// reportHeldBack reports what the headroom kept from an offer.
func (v *visit) reportHeldBack(whole, part *resource.Bag) {
	report, row := &v.c.out.Report, &v.memory.used
	row.Reset()
	whole.Scalars(row, &v.a.kinds.Kinds)
	left := &v.memory.filling
	left.Reset()
	part.Scalars(left, &v.a.kinds.Kinds)
	row.Sub(*left)
	report.HeldBack.AddCapped(*row)
	report.HeldBackAgents++
}
