package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// usageDelta is the stripped quantities of a change to the ledger, as the sorters
// and the role tree count them. Mostly nothing of it is reserved, revocable or
// shared: it is plain, and everywhere the same.
type usageDelta struct {
	plain      bool
	framework  quantities.Row // for the framework sorter
	ofRole     quantities.Row // unless plain, for the role sorter
	reserved   quantities.Row // unless plain, what of ofRole is reserved
	unreserved quantities.Row // unless plain, what is neither that nor revocable
	shared     quantities.Row // unless plain, what of framework is shared volumes
}

// role returns what the role sorter counts.
func (d *usageDelta) role() quantities.Row {
	if d.plain {
		return d.framework
	}
	return d.ofRole
}

// usageOf computes the usage of adding b to an entry, or of having removed it
// (the entry's bag being without b in both cases). A shared volume counts
// once per agent, framework and role in the framework sorter and once per
// agent and role in the role sorter, however many copies are held
// (DRFSorter::Node::Allocation, ScalarResourceTotals).
func (a *Allocator) usageOf(d *usageDelta, i entrySlot, b *resource.Bag) {
	t := &a.kinds.Kinds
	d.framework.Reset()
	if d.plain = b.Flags&(resource.Shared|resource.Reserved|resource.Revocable) == 0; d.plain {
		b.Scalars(&d.framework, t)
		return
	}
	d.ofRole.Reset()
	d.reserved.Reset()
	d.unreserved.Reset()
	d.shared.Reset()
	for _, n := range b.Counts {
		q := t.Amount(n)
		if n.Flags()&resource.Shared != 0 {
			e := a.entries.At(i)
			if e.resources.Of(n.Item()) != 0 {
				continue // another copy is held by the same framework
			}
			d.framework.AddAt(n.Name, q)
			d.shared.AddAt(n.Name, q)
			if a.sharedInRole(i, n.Item()) {
				continue
			}
		} else {
			d.framework.AddAt(n.Name, q)
		}
		d.ofRole.AddAt(n.Name, q)
		switch {
		case n.Flags()&resource.Reserved != 0:
			d.reserved.AddAt(n.Name, q)
		case n.Flags()&resource.Revocable == 0:
			d.unreserved.AddAt(n.Name, q)
		}
	}
}

// sharedInRole reports whether another registered framework of the entry's role
// holds a copy of a shared item on the same agent.
func (a *Allocator) sharedInRole(i entrySlot, id resource.ItemID) bool {
	e := a.entries.At(i)
	r := a.subscriptions.At(e.subscription).role
	for _, o := range a.agents.At(e.agent).entries {
		m := a.subscriptions.At(o.subscription)
		if o.entry != i && m.role == r && a.entries.At(o.entry).resources.Of(id) != 0 && a.frameworks.At(m.framework).registered {
			return true
		}
	}
	return false
}

// addUsageToRoles adds a usage to the sums along the path of a role and over the
// cluster, or takes it out.
func (a *Allocator) addUsageToRoles(id RoleID, d *usageDelta, sign int) {
	unreserved, reserved := d.framework, false
	if !d.plain {
		unreserved, reserved = d.unreserved, !d.reserved.IsZero()
		addSigned(&a.cluster.sharedUse, d.shared, sign)
	}
	for ; id != noRole; id = a.roles.get(id).parent {
		r := a.roles.get(id)
		if r.hasQuota {
			a.quotaChanged(id, r)
		}
		addSigned(&r.offeredOrAllocatedUnreserved, unreserved, sign)
		if reserved {
			addSigned(&r.offeredOrAllocatedReserved, d.reserved, sign)
		}
	}
	if reserved {
		addSigned(&a.roles.offeredOrAllocatedReserved, d.reserved, sign)
	}
}

func addSigned(dst *quantities.Row, src quantities.Row, sign int) {
	if sign > 0 {
		dst.Add(src)
	} else {
		dst.Sub(src)
	}
}

// countPick tells the sorters of a usage that allocate computed, and counts a
// pick, as Sorter::allocated does.
func (a *Allocator) countPick(m subscriptionSlot, slot agentSlot, d *usageDelta) {
	sub := a.subscriptions.At(m)
	r := a.roles.get(sub.role)
	r.frameworks.Allocated(sub.client, slot, d.framework)
	a.roleSorter.Allocated(r.client, slot, d.role())
}
