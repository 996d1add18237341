package ledger

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

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
		if o.Entry != i && m.Role == r && lg.Entries.At(o.Entry).Resources.Of(id) != 0 && lg.frameworks.Registered.Has(m.Framework) {
			return true
		}
	}
	return false
}
