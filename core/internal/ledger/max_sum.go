package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
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
//  3. SharedUse is the sum of the shared volumes in all entries. A volume counts once in an entry.
type ClusterAmounts struct {
	// Scalars held beyond agents' totals, shared volumes excepted: in use when the
	// agent came, or held since its total shrank.
	BeyondTotals quantities.Row
	BeyondTotal  map[slots.Agent]quantities.Row // the part of each overdrawn agent

	// Shared volumes that are held, each once for each framework and role that
	// holds it on an agent.
	SharedUse quantities.Row

	totals *order.Totals
	kinds  *resource.Kinds
}

// Claimed returns how much of a resource counts towards the bound.
func (c *ClusterAmounts) Claimed(name quantities.Name) quantities.Amount {
	return c.totals.Total().At(name) + c.BeyondTotals.At(name) + c.SharedUse.At(name)
}

// countBeyond works out anew what is held on an agent beyond its total.
func (c *ClusterAmounts) countBeyond(slot slots.Agent, g *agents.Agent, held *resource.Bag) {
	before, wasOverdrawn := c.BeyondTotal[slot]
	if !g.Overdrawn && !wasOverdrawn {
		return
	}
	c.BeyondTotals.Sub(before)
	delete(c.BeyondTotal, slot)
	if g.Overdrawn {
		row := c.beyond(g.TotalBag(), held)
		c.BeyondTotals.Add(row)
		c.BeyondTotal[slot] = row
	}
}

// beyond returns the scalars of what is held beyond a total, shared volumes excepted.
func (c *ClusterAmounts) beyond(total, held *resource.Bag) quantities.Row {
	var row quantities.Row
	for _, n := range held.Counts {
		n.N = Beyond(total, n)
		if n.N > 0 {
			row.AddAt(n.Name, c.kinds.Amount(n))
		}
	}
	return row
}

// SharedFits reports whether the shared volumes in b, which is about to be offered, can
// be counted once more. It sums them up in row.
//
// DIVERGES: in Mesos any number of frameworks may hold a shared volume, and what
// they hold together becomes less than zero.
func (c *ClusterAmounts) SharedFits(row *quantities.Row, b *resource.Bag) bool {
	row.Reset()
	b.ScalarsOf(row, c.kinds, resource.Shared, resource.Shared)
	for name, q := range row.All() {
		if c.Claimed(name) > quantities.MaxSum-q {
			return false
		}
	}
	return true
}
