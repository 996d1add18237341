package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// UsageDelta is the stripped quantities of a change to the ledger, as the sorters and
// the role tree count them. A plain one has nothing reserved, revocable or shared: it
// is the same for all of them, and most are plain.
type UsageDelta struct {
	Plain      bool
	Framework  quantities.Row // for the framework sorter
	OfRole     quantities.Row // unless plain, for the role sorter
	Reserved   quantities.Row // unless plain, the reserved part of OfRole
	Unreserved quantities.Row // unless plain, the part of OfRole neither reserved nor revocable
	Shared     quantities.Row // unless plain, the shared volumes in Framework
}

// Role returns what the role sorter counts.
func (d *UsageDelta) Role() quantities.Row {
	if d.Plain {
		return d.Framework
	}
	return d.OfRole
}

// usageOf computes the usage of adding b to an entry, or of having removed b. In both
// cases the entry is without b. However many copies of a shared volume are held on an
// agent, a framework's sorter counts one per framework and role, the role sorter one per
// role (DRFSorter::Node::Allocation, ScalarResourceTotals).
func (lg *Ledger) usageOf(d *UsageDelta, i slots.Entry, b *resource.Bag) {
	t := lg.kinds
	d.Framework.Reset()
	d.Plain = b.Flags&(resource.Shared|resource.Reserved|resource.Revocable) == 0
	if d.Plain {
		b.Scalars(&d.Framework, t)
		return
	}
	d.OfRole.Reset()
	d.Reserved.Reset()
	d.Unreserved.Reset()
	d.Shared.Reset()
	for _, n := range b.Counts {
		q := t.Amount(n)
		if n.Flags()&resource.Shared != 0 {
			e := lg.Entries.At(i)
			if e.Resources.Of(n.Item()) != 0 {
				continue // another copy is held by the same framework
			}
			d.Framework.AddAt(n.Name, q)
			d.Shared.AddAt(n.Name, q)
			if lg.sharedInRole(i, n.Item()) {
				continue
			}
		} else {
			d.Framework.AddAt(n.Name, q)
		}
		d.OfRole.AddAt(n.Name, q)
		switch {
		case n.Flags()&resource.Reserved != 0:
			d.Reserved.AddAt(n.Name, q)
		case n.Flags()&resource.Revocable == 0:
			d.Unreserved.AddAt(n.Name, q)
		}
	}
}

// sharedInRole reports whether another registered framework of the entry's role
// holds a copy of a shared item on the same agent.
func (lg *Ledger) sharedInRole(i slots.Entry, id resource.ItemID) bool {
	e := lg.Entries.At(i)
	r := lg.frameworks.Subscriptions.At(e.Subscription).Role
	for _, o := range lg.agents.At(e.Agent).Entries {
		m := lg.frameworks.Subscriptions.At(o.Subscription)
		if o.Entry != i && m.Role == r && lg.Entries.At(o.Entry).Resources.Of(id) != 0 && lg.frameworks.At(m.Framework).Registered {
			return true
		}
	}
	return false
}

// addUsageToRoles adds a usage to the sums of a role, of the roles above it and of the
// cluster, or takes it out.
func (lg *Ledger) addUsageToRoles(id alloc.RoleID, d *UsageDelta, sign int) {
	if d.Plain {
		lg.roles.CountHeld(id, &d.Framework, nil, sign)
		return
	}
	lg.roles.CountHeld(id, &d.Unreserved, &d.Reserved, sign)
	lg.Cluster.SharedUse.Count(d.Shared, sign)
}

// CountPick tells the sorters of a usage that Allocate computed, and counts a pick, as
// Sorter::allocated does.
func (lg *Ledger) CountPick(m slots.Subscription, d *UsageDelta) {
	sub := lg.frameworks.Subscriptions.At(m)
	r := lg.roles.Get(sub.Role)
	r.Frameworks.Allocated(sub.Client, d.Framework)
	lg.roles.Sorter.Allocated(r.Client, d.Role())
}
