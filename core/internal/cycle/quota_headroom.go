package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// openQuota computes, at the start of a cycle, how much each role with quota has consumed,
// how much unsatisfied guarantees need, and the headroom available for them. Each
// difference stops at zero, step by step, as in Mesos's ResourceQuantities.
func (cl *Cluster) openQuota(report *api.Report) {
	for _, id := range cl.roles.ToReassess {
		cl.roles.ReassessQuota(id)
	}
	cl.roles.ToReassess = cl.roles.ToReassess[:0]
	report.HasQuota = cl.roles.WithQuota > 0
	if !report.HasQuota {
		return
	}
	cl.roles.Required.CopyTo(&report.RequiredBefore)
	report.AvailableBefore.Add(cl.totals.Total())
	cl.LeaveHeadroom(&report.AvailableBefore, &cl.scratch.row)
	report.RequiredAfter.Add(report.RequiredBefore)
	report.AvailableAfter.Add(report.AvailableBefore)
}

// LeaveHeadroom takes out of the total of all agents the resources that cannot serve as
// headroom: offered or allocated ones, idle reservations, free revocable ones.
func (cl *Cluster) LeaveHeadroom(total, idle *quantities.Row) {
	total.SubFloor(cl.roles.Sorter.Total())
	idle.Reset()
	idle.Add(cl.roles.Reserved)
	idle.SubFloor(cl.roles.OfferedOrAllocatedReserved)
	total.SubFloor(*idle)
	total.SubFloor(cl.agents.FreeRevocable)
}

// headroomSurplus returns the headroom that no guarantee needs: of all near names, and of
// the far names in b. It is zero only if there is none of any name.
func (v *Visit) headroomSurplus(b *resource.Bag) quantities.Row {
	room, available, required := &v.Memory.room, &v.C.Out.Report.AvailableAfter, &v.C.Out.Report.RequiredAfter
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

// reportHeldBack adds to the report the resources that the headroom kept from an offer:
// those of whole that are not in part.
func (v *Visit) reportHeldBack(whole, part *resource.Bag) {
	report, row := &v.C.Out.Report, &v.Memory.used
	row.Reset()
	whole.Scalars(row, &v.a.kinds.Kinds)
	left := &v.Memory.filling
	left.Reset()
	part.Scalars(left, &v.a.kinds.Kinds)
	row.Sub(*left)
	report.HeldBack.AddCapped(*row)
	report.HeldBackAgents++
}
