package ledger

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// ClusterAmounts keeps the sums over the cluster from overflowing. The sums of roles,
// frameworks and quota are parts of the amounts that invariant 1 bounds.
//
// A call that names totals checks the bound (Claims). A cycle checks it for shared
// volumes alone (SharedFits): all else that it offers was free.
//
// Invariants:
//  1. of each resource, agents' totals + BeyondTotals + SharedUse <= quantities.MaxSum;
//  2. BeyondTotals is the sum of BeyondTotal, which has the overdrawn agents and no
//     others;
//  3. SharedUse is the sum of the shared volumes in all entries, each once an entry.
type ClusterAmounts struct {
	// Scalars held beyond agents' totals, shared volumes excepted: in use when the
	// agent came, or held since its total shrank.
	BeyondTotals quantities.Row
	BeyondTotal  map[slots.Agent]quantities.Row // the part of each overdrawn agent

	// Shared volumes that are held, each once for each framework and role that
	// holds it on an agent.
	SharedUse quantities.Row
}

// Claimed returns how much of a resource counts towards the bound.
func (lg *Ledger) Claimed(name quantities.Name) quantities.Amount {
	return lg.totals.Total().At(name) + lg.Cluster.BeyondTotals.At(name) + lg.Cluster.SharedUse.At(name)
}

// Claims is the part of the cluster's amounts that a change concerns, before and after.
type Claims struct {
	a             *Ledger
	Before, after quantities.Row
	tooMuch       quantities.Name
	overflows     bool // after would have more of tooMuch than can be counted
}

// Claims returns claims of nothing, in scratch memory.
func (lg *Ledger) Claims() *Claims {
	c := &lg.scratch.claims
	c.a, c.overflows = lg, false
	c.Before.Reset()
	c.after.Reset()
	return c
}

// Had adds what an agent claimed before the change.
func (c *Claims) Had(slot slots.Agent) {
	c.a.agents.At(slot).Total.Scalars(&c.Before, &c.a.kinds.Kinds)
	c.Before.Add(c.a.Cluster.BeyondTotal[slot])
}

// HadPart adds a part of an agent's total before the change.
func (c *Claims) HadPart(b *resource.Bag) { b.Scalars(&c.Before, &c.a.kinds.Kinds) }

// Has adds what an agent claims after the change, from its total and all that is held
// on it.
func (c *Claims) Has(total, held *resource.Bag) {
	for _, n := range total.Counts {
		c.add(n)
	}
	for _, n := range held.Counts {
		if n.N = Beyond(total, n); n.N > 0 {
			c.add(n)
		}
	}
}

// Beyond returns how much of a held count a total lacks; none of a shared volume.
func Beyond(total *resource.Bag, held resource.Count) int64 {
	if held.Flags()&resource.Shared != 0 {
		return 0
	}
	return held.N - total.Of(held.Item())
}

// HoldsShared adds the shared volumes in more that are not in already: a framework
// comes to hold more in a role on an agent, where it holds already.
func (c *Claims) HoldsShared(more, already *resource.Bag) {
	if more.Flags&resource.Shared == 0 {
		return
	}
	for _, n := range more.Counts {
		if n.Flags()&resource.Shared != 0 && already.Of(n.Item()) == 0 {
			c.add(n)
		}
	}
}

func (c *Claims) add(n resource.Count) {
	q := c.a.kinds.Amount(n)
	if c.after.At(n.Name) > quantities.MaxSum-q {
		c.tooMuch, c.overflows = n.Name, true
		return
	}
	c.after.AddAt(n.Name, q)
}

// Check refuses a change of an agent that would break the bound. A change that lowers
// an amount is always allowed.
func (c *Claims) Check(agent string) *api.Error {
	refuse := func(name quantities.Name) *api.Error {
		return api.Errorf(api.CodeLimit, "agent %q: the cluster's %s would exceed %v", agent, c.a.names.String(name), quantities.MaxSum)
	}
	if c.overflows {
		return refuse(c.tooMuch)
	}
	for name, q := range c.after.All() {
		if was := c.Before.At(name); q > was && c.a.Claimed(name)-was > quantities.MaxSum-q {
			return refuse(name)
		}
	}
	return nil
}

// countBeyondTotal works out anew what is held on an agent beyond its total.
func (lg *Ledger) countBeyondTotal(slot slots.Agent, held *resource.Bag) {
	x, g := &lg.Cluster, lg.agents.At(slot)
	before, wasOverdrawn := x.BeyondTotal[slot]
	if !g.Overdrawn && !wasOverdrawn {
		return
	}
	x.BeyondTotals.Sub(before)
	delete(x.BeyondTotal, slot)
	if g.Overdrawn {
		row := lg.BeyondTotal(g.Total, held)
		x.BeyondTotals.Add(row)
		x.BeyondTotal[slot] = row
	}
}

// BeyondTotal returns the scalars of what is held beyond a total, shared volumes
// excepted.
func (lg *Ledger) BeyondTotal(total, held *resource.Bag) quantities.Row {
	var row quantities.Row
	for _, n := range held.Counts {
		if n.N = Beyond(total, n); n.N > 0 {
			row.AddAt(n.Name, lg.kinds.Amount(n))
		}
	}
	return row
}

// SharedFits reports whether the shared volumes in b, which is about to be offered, can
// be counted once more. It sums them up in row.
//
// DIVERGES: in Mesos any number of frameworks may hold a shared volume, and what
// they hold together becomes less than zero.
func (lg *Ledger) SharedFits(row *quantities.Row, b *resource.Bag) bool {
	row.Reset()
	b.ScalarsOf(row, &lg.kinds.Kinds, resource.Shared, resource.Shared)
	for name, q := range row.All() {
		if lg.Claimed(name) > quantities.MaxSum-q {
			return false
		}
	}
	return true
}
