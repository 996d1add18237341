package core

import (
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// quotaMask selects by flags: what has none of these is an unreserved,
// non-revocable scalar, the only thing that quota is about.
const quotaMask = kindReserved | kindRevocable | kindSpans

// openQuota computes, at the start of a cycle, what each role with quota has
// consumed and what unsatisfied guarantees need.
//
// Consumed quota is all reservations, allocated or not, and the unreserved,
// non-revocable resources offered or allocated. Differences are cut off at
// zero step by step, as Mesos's ResourceQuantities does.
func (a *Allocator) openQuota() {
	for _, id := range a.quotaDirty {
		a.reassess(id)
	}
	a.quotaDirty = a.quotaDirty[:0]
	rep := &a.report
	rep.HasQuota = a.quotaRoles > 0
	if !rep.HasQuota {
		return
	}
	rep.RequiredBefore.Add(a.required)
	available := &rep.AvailableBefore
	available.Add(a.totals.Total())
	available.SubFloor(a.roleSorter.Total())
	idle := &a.scratch.row
	idle.Reset()
	idle.Add(a.roles.reserved)
	idle.SubFloor(a.roles.heldReserved)
	available.SubFloor(*idle)
	available.SubFloor(a.freeRevocable)
	rep.RequiredAfter.Add(rep.RequiredBefore)
	rep.AvailableAfter.Add(rep.AvailableBefore)
}

// quotaChanged notes that a role's quota, or what it has consumed of it, is
// to be looked at before the next cycle.
func (a *Allocator) quotaChanged(id RoleID, r *role) {
	if !r.quotaDirty {
		r.quotaDirty = true
		a.quotaDirty = append(a.quotaDirty, id)
	}
}

// reassess works out anew what a role has consumed and needs, and what the
// roles above need.
func (a *Allocator) reassess(id RoleID) {
	r := a.roles.get(id)
	r.quotaDirty = false
	r.consumed.Reset()
	r.consumed.Add(r.heldUnreserved)
	r.consumed.Add(r.reserved)
	if r.leaves(a.allSpent) {
		a.allSpent = 0
	}
	before := &a.scratch.row
	for {
		before.Reset()
		before.Add(r.need)
		r.assess()
		above := &a.required
		if r.parent != noRole {
			above = &a.roles.get(r.parent).below
		}
		above.Sub(*before)
		above.Add(r.need)
		if r.parent == noRole || before.Equal(r.need) {
			return
		}
		r = a.roles.get(r.parent)
	}
}

// assess sets what headroom the guarantees of a role and its subroles need:
// what the role itself lacks, or what its subroles lack together if that is
// more, since what they are given counts for the role.
func (r *role) assess() {
	r.need.Reset()
	r.need.Add(r.quota.guarantees)
	r.need.SubFloor(r.consumed)
	for n, q := range r.below {
		if q > r.need.At(quantities.Name(n)) {
			r.need.Set(quantities.Name(n), q)
		}
	}
}

// satisfy accounts for an offer of the first stage: used counts against the
// quota, of which guaranteed fills a guarantee.
func (a *Allocator) satisfy(c *cycleScratch, id RoleID, used, guaranteed quantities.Row) {
	a.report.AvailableAfter.SubFloor(used)
	if !a.options.NestedQuota {
		a.roles.get(id).consumed.Add(used)
		a.report.RequiredAfter.SubFloor(guaranteed)
		return
	}
	for ; id != noRole; id = a.roles.get(id).parent {
		r := a.roles.get(id)
		r.consumed.Add(used)
		c.before.Reset()
		c.before.Add(r.need)
		r.assess()
		c.before.Sub(r.need)
		if r.parent != noRole {
			a.roles.get(r.parent).below.Sub(c.before)
		} else {
			a.report.RequiredAfter.SubFloor(c.before)
			a.required.Sub(c.before)
		}
	}
}

// withinQuota returns what of b may be offered to a role in the second stage:
// reservations, spans and revocable resources whole, the rest up to the
// role's limits and the surplus over the headroom.
func (a *Allocator) withinQuota(c *cycleScratch, id RoleID, b *bag) *bag {
	limited := a.limitTo(c, id, nil)
	if !limited && a.report.RequiredAfter.IsZero() {
		return b
	}
	a.selectInto(&c.quota, b, quotaMask, 0)
	left := &c.quota
	if limited {
		if a.chop(c, &c.chopped, left, c.limits.amounts, c.limits.finite) {
			c.cut = true
		}
		c.quota, c.chopped = c.chopped, c.quota
	}
	if !a.report.RequiredAfter.IsZero() && !left.empty() {
		a.surplus(c)
		if a.chop(c, &c.chopped, left, c.room, nil) {
			c.cut = true
			a.holdBack(left, &c.chopped)
			c.quota, c.chopped = c.chopped, c.quota
		}
	}
	c.offer.reset()
	for _, n := range b.counts {
		if n.flags&quotaMask != 0 {
			c.offer.counts = append(c.offer.counts, n)
			c.offer.flags |= n.flags
		}
	}
	for _, x := range b.spans {
		c.offer.spans = append(c.offer.spans, x)
		c.offer.flags |= a.kinds.flags(uint32(x.kind))
	}
	c.offer.add(left)
	return &c.offer
}

// limitTo sets c.limits to what limits leave to a role beyond what it has
// consumed and beyond already; it reports whether there are any. With nested
// quota the limits of its ancestors bound it, too.
func (a *Allocator) limitTo(c *cycleScratch, id RoleID, already quantities.Row) bool {
	c.limits.amounts.Reset()
	c.limits.finite.reset()
	limited := false
	for ; id != noRole; id = a.roles.get(id).parent {
		r := a.roles.get(id)
		if r.quota.limits.any() {
			limited = true
			c.limits.tighten(&r.quota.limits, r.consumed, already)
		}
		if !a.options.NestedQuota {
			break
		}
	}
	return limited
}

// tighten lowers l to what o leaves beyond consumed and already.
func (l *limits) tighten(o *limits, consumed, already quantities.Row) {
	for i := range o.finite {
		for w := o.finite[i]; w != 0; w &= w - 1 {
			bit := uint32(i<<6 + bits.TrailingZeros64(w))
			name := quantities.Name(bit)
			left := max(0, o.amounts.At(name)-consumed.At(name)-already.At(name))
			if l.finite.has(bit) {
				left = min(left, l.amounts.At(name))
			}
			l.finite.set(bit)
			l.amounts.Set(name, left)
		}
	}
}

// surplus sets c.room to the headroom that no guarantee needs.
func (a *Allocator) surplus(c *cycleScratch) {
	c.room.Reset()
	c.room.Add(a.report.AvailableAfter)
	c.room.SubFloor(a.report.RequiredAfter)
}

// chop makes dst as much of src, which holds quota scalars only, as fits into
// room, and uses room up. Names without a finite limit fit whole; with
// finite nil, room bounds every name. What is indivisible fits whole or not at
// all. It reports whether anything did not fit. (shrinkResources)
func (a *Allocator) chop(c *cycleScratch, dst, src *bag, room quantities.Row, finite bitset) bool {
	dst.reset()
	cut := false
	sequence := a.sequence(c, src, room, finite)
	c.quotaOrder = c.quotaOrder[:0]
	for _, n := range sequence {
		if finite == nil || finite.has(uint32(n.name)) {
			unit := int64(1)
			if n.flags&kindIndivisible != 0 {
				unit = int64(a.kinds.entries[n.item].unit)
			}
			fits := min(n.n, int64(room.At(n.name))/unit)
			cut = cut || fits < n.n
			if fits <= 0 {
				continue
			}
			n.n = fits
			room[n.name] -= a.kinds.amount(n)
		}
		dst.addCount(n)
		if a.lists() {
			c.quotaOrder = append(c.quotaOrder, n.item)
		}
	}
	return cut
}

// holdBack reports what the headroom kept from an offer.
func (a *Allocator) holdBack(whole, part *bag) {
	row := &a.scratch.row
	row.Reset()
	whole.scalars(row, &a.kinds)
	a.report.HeldBack.Add(*row)
	row.Reset()
	part.scalars(row, &a.kinds)
	a.report.HeldBack.Sub(*row)
	a.report.HeldBackAgents++
}

// consumeFair accounts for an offer of the second stage. Without nested quota
// it counts, like Mesos, only for a role that has quota itself.
func (a *Allocator) consumeFair(c *cycleScratch, id RoleID, offer *bag) {
	c.row.Reset()
	offer.scalarsOf(&c.row, &a.kinds, quotaMask, 0)
	a.report.AvailableAfter.SubFloor(c.row)
	for ; id != noRole; id = a.roles.get(id).parent {
		if r := a.roles.get(id); r.hasQuota {
			r.consumed.Add(c.row)
		}
		if !a.options.NestedQuota {
			return
		}
	}
}
