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
		r.quotaDirty = true
		a.quotaDirty = append(a.quotaDirty, id)
	}
}

// reassessQuota works out anew what a role has consumed and needs, and what the
// roles above need.
func (a *Allocator) reassessQuota(id RoleID) {
	r := a.roles.get(id)
	r.quotaDirty = false
	r.consumed.Reset()
	r.consumed.Add(r.offeredOrAllocatedUnreserved)
	r.consumed.Add(r.reserved)
	if r.leavesAnyOf(a.exhaustedForAll) {
		a.exhaustedForAll = 0
	}
	before := &a.scratch.row
	for {
		before.Reset()
		before.Add(r.need)
		r.reassessNeed()
		above := &a.required
		if r.parent != noRole {
			above = &a.roles.get(r.parent).needBelow
		}
		above.Sub(*before)
		above.Add(r.need)
		if r.parent == noRole || before.Equal(r.need) {
			return
		}
		r = a.roles.get(r.parent)
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
	met := &v.memory.needMet
	for ; id != noRole; id = a.roles.get(id).parent {
		r := a.roles.get(id)
		r.consumed.Add(used)
		met.Reset()
		met.Add(r.need)
		r.reassessNeed()
		met.Sub(r.need)
		if r.parent != noRole {
			a.roles.get(r.parent).needBelow.Sub(*met)
		} else {
			report.RequiredAfter.SubFloor(*met)
			a.required.Sub(*met)
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
