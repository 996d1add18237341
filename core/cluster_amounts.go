package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// clusterAmounts bounds the sums over the cluster. What agents have, what is held
// beyond that, and what is held of shared volumes is of each resource no more than
// quantities.MaxSum together, so that no sum of what they have, hold or could be
// offered overflows: those of roles, frameworks and quota are parts of it.
//
// What agents have is bounded by all calls that name totals. What is held grows in
// cycles, but for shared volumes only at the cost of what is free.
type clusterAmounts struct {
	// Held beyond what an agent has of a kind, shared volumes excepted: when the
	// agent came, or since its total shrank.
	beyondTotals quantities.Row
	beyondTotal  map[agentSlot]quantities.Row // the part of each overdrawn agent

	// Shared volumes that are held, each once for each framework and role that
	// holds it on an agent.
	sharedUse quantities.Row
}

// claimed returns what counts of a resource.
func (a *Allocator) claimed(name quantities.Name) quantities.Amount {
	return a.totals.Total().At(name) + a.cluster.beyondTotals.At(name) + a.cluster.sharedUse.At(name)
}

// claims is what a change makes of a part of the cluster's amounts.
type claims struct {
	a             *Allocator
	before, after quantities.Row
	tooMuch       quantities.Name
	overflows     bool // after would have more of tooMuch than can be counted
}

// claims returns claims of nothing, in scratch memory.
func (a *Allocator) claims() *claims {
	c := &a.scratch.claims
	c.a, c.overflows = a, false
	c.before.Reset()
	c.after.Reset()
	return c
}

// had adds what an agent claimed before the change.
func (c *claims) had(slot agentSlot) {
	c.a.agents.At(slot).total.Scalars(&c.before, &c.a.kinds.Kinds)
	c.before.Add(c.a.cluster.beyondTotal[slot])
}

// has adds what an agent claims that has a total and on which something is held.
func (c *claims) has(total, held *resource.Bag) {
	for _, n := range total.Counts {
		c.add(n)
	}
	for _, n := range held.Counts {
		if n.N = beyond(total, n); n.N > 0 {
			c.add(n)
		}
	}
}

// beyond returns how many of a count that is held a total does not have; of a
// shared volume none.
func beyond(total *resource.Bag, held resource.Count) int64 {
	if held.Flags()&resource.Shared != 0 {
		return 0
	}
	return held.N - total.Of(held.Item())
}

// holdsShared adds the shared volumes of what a framework comes to hold in a role,
// beside what it holds on the agent already.
func (c *claims) holdsShared(more, already *resource.Bag) {
	if more.Flags&resource.Shared == 0 {
		return
	}
	for _, n := range more.Counts {
		if n.Flags()&resource.Shared != 0 && already.Of(n.Item()) == 0 {
			c.add(n)
		}
	}
}

func (c *claims) add(n resource.Count) {
	q := c.a.kinds.Amount(n)
	if c.after.At(n.Name) > quantities.MaxSum-q {
		c.tooMuch, c.overflows = n.Name, true
		return
	}
	c.after.AddAt(n.Name, q)
}

// check refuses a change, of an agent, with which the cluster's amounts could not
// be counted. To shrink is allowed always.
func (c *claims) check(agent string) *Error {
	refuse := func(name quantities.Name) *Error {
		return errorf(CodeLimit, "agent %q: the cluster's %s would exceed %v", agent, c.a.names.String(name), quantities.MaxSum)
	}
	if c.overflows {
		return refuse(c.tooMuch)
	}
	for name, q := range c.after.All() {
		if was := c.before.At(name); q > was && c.a.claimed(name)-was > quantities.MaxSum-q {
			return refuse(name)
		}
	}
	return nil
}

// countBeyondTotal works out anew what is held on an agent beyond what it has.
func (a *Allocator) countBeyondTotal(slot agentSlot, held *resource.Bag) {
	x, g := &a.cluster, a.agents.At(slot)
	before, wasOverdrawn := x.beyondTotal[slot]
	if !g.overdrawn && !wasOverdrawn {
		return
	}
	x.beyondTotals.Sub(before)
	delete(x.beyondTotal, slot)
	if g.overdrawn {
		row := a.beyondTotal(g.total, held)
		x.beyondTotals.Add(row)
		x.beyondTotal[slot] = row
	}
}

func (a *Allocator) beyondTotal(total, held *resource.Bag) quantities.Row {
	var row quantities.Row
	for _, n := range held.Counts {
		if n.N = beyond(total, n); n.N > 0 {
			row.AddAt(n.Name, a.kinds.Amount(n))
		}
	}
	return row
}

// sharedFits reports whether the shared volumes of what is about to be offered can
// be counted once more. Their amounts are put together in row.
//
// DIVERGES: in Mesos any number of frameworks may hold a shared volume, and what
// they hold together becomes less than zero.
func (a *Allocator) sharedFits(row *quantities.Row, b *resource.Bag) bool {
	row.Reset()
	b.ScalarsOf(row, &a.kinds.Kinds, resource.Shared, resource.Shared)
	for name, q := range row.All() {
		if a.claimed(name) > quantities.MaxSum-q {
			return false
		}
	}
	return true
}
