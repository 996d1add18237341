package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// What a role has consumed of its quota is all reservations, allocated or not,
// and the unreserved, non-revocable resources offered or allocated.

// quotaChanged notes that a role's quota, or what it has consumed of it, is
// to be looked at before the next cycle.
func (a *Allocator) quotaChanged(id RoleID, r *role) {
	if !r.quotaDirty {
		r.quotaDirty, r.dirtyPlace = true, uint32(len(a.quotaDirty))
		a.quotaDirty = append(a.quotaDirty, id)
	}
}

// settleQuota does what quotaChanged put off, for a role that is about to be
// forgotten.
func (a *Allocator) settleQuota(id RoleID, r *role) {
	if !r.quotaDirty {
		return
	}
	last := len(a.quotaDirty) - 1
	moved := a.quotaDirty[last]
	a.quotaDirty[r.dirtyPlace] = moved
	a.roles.get(moved).dirtyPlace = r.dirtyPlace
	a.quotaDirty = a.quotaDirty[:last]
	a.reassessQuota(id)
}

// reassessQuota works out anew what a role has consumed and needs, and what the
// roles above need.
func (a *Allocator) reassessQuota(id RoleID) {
	r := a.roles.get(id)
	r.quotaDirty = false
	own := quotaStates{a: a}
	own.reassess(id, &a.required, &a.scratch.row)
	if r.leavesAnyOf(a.exhaustedForAll) {
		a.exhaustedForAll = 0
	}
}

// reassess works out anew what a role has consumed and needs, and what the roles
// above need, all of them together in required. before is scratch.
func (s *quotaStates) reassess(id RoleID, required *quantities.WideRow, before *quantities.Row) {
	r, q := s.a.roles.get(id), s.change(id)
	q.consumed.Reset()
	q.consumed.Add(r.offeredOrAllocatedUnreserved)
	q.consumed.Add(r.reserved)
	for {
		before.Reset()
		before.Add(q.need)
		q.reassessNeed()
		if before.Equal(q.need) {
			return
		}
		if id = s.a.roles.get(id).parent; id == noRole {
			required.Change(*before, q.need)
			return
		}
		above := s.change(id)
		above.needBelow.Change(*before, q.need)
		q = above
	}
}

// satisfy accounts for an offer of the guarantee stage: used counts against the
// quota, of which filling fills a guarantee.
func (v *visit) satisfy(id RoleID, used, filling quantities.Row) {
	a, report := v.a, &v.c.out.Report
	report.AvailableAfter.SubFloor(used)
	if !a.options.NestedQuota {
		a.roles.get(id).consumed.Add(used)
		report.RequiredAfter.SubFloor(filling)
		return
	}
	before := &v.memory.need
	for ; id != noRole; id = a.roles.get(id).parent {
		r := a.roles.get(id)
		r.consumed.Add(used)
		before.Reset()
		before.Add(r.need)
		r.reassessNeed()
		if r.parent != noRole {
			a.roles.get(r.parent).needBelow.Change(*before, r.need)
		} else {
			a.required.Change(*before, r.need)
			a.required.CopyTo(&report.RequiredAfter)
		}
	}
}

// consumeFair accounts for an offer of the fair stage. Without nested quota it
// counts, like Mesos, only for a role that has quota itself.
func (v *visit) consumeFair(id RoleID, offer *resource.Bag) {
	a, used := v.a, &v.memory.used
	used.Reset()
	offer.ScalarsOf(used, &a.kinds.Kinds, resource.QuotaMask, 0)
	v.c.out.Report.AvailableAfter.SubFloor(*used)
	for ; id != noRole; id = a.roles.get(id).parent {
		if r := a.roles.get(id); r.hasQuota {
			r.consumed.Add(*used)
		}
		if !a.options.NestedQuota {
			return
		}
	}
}
