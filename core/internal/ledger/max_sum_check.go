package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Claims is by how much a change of an agent raises the cluster's amounts. What the agent claimed before comes first.
type Claims struct {
	ledger    *Ledger
	more      quantities.Row
	tooMuch   quantities.Name
	overflows bool // there would be more of tooMuch than can be counted
}

// Claims returns claims of nothing. The next call of Claims reuses their memory.
func (lg *Ledger) Claims() *Claims {
	c := &lg.scratch.claims
	c.ledger, c.overflows = lg, false
	c.more.Reset()
	return c
}

// AddBefore adds what an agent claimed before the change.
func (c *Claims) AddBefore(slot slots.Agent) {
	c.AddPartBefore(c.ledger.agents.At(slot).TotalBag())
	for name, q := range c.ledger.Cluster.BeyondTotal[slot].All() {
		c.more.AddAt(name, -q)
	}
}

// AddPartBefore adds a part of an agent's total before the change.
func (c *Claims) AddPartBefore(b *resource.Bag) {
	for _, n := range b.Counts {
		c.more.AddAt(n.Name, -c.ledger.kinds.Amount(n))
	}
}

// AddAfter adds what an agent claims after the change, from its total and all that is held
// on it.
func (c *Claims) AddAfter(total, held *resource.Bag) {
	for _, n := range total.Counts {
		c.add(n)
	}
	for _, n := range held.Counts {
		n.N = Beyond(total, n)
		if n.N > 0 {
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

// AddSharedAfter adds the shared volumes in more that are not in already. already is what a framework holds in a
// role on an agent, and more is what it comes to hold there.
func (c *Claims) AddSharedAfter(more, already *resource.Bag) {
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
	q := c.ledger.kinds.Amount(n)
	if c.more.At(n.Name) > quantities.MaxSum-q {
		c.tooMuch, c.overflows = n.Name, true
		return
	}
	c.more.AddAt(n.Name, q)
}

// Check refuses a change of an agent that would break the bound. A change that lowers
// an amount is always allowed. Check reserves nothing: the call makes its change next.
func (c *Claims) Check(agent string) *alloc.Error {
	refuse := func(name quantities.Name) *alloc.Error {
		return fault.Errorf(alloc.CodeLimit, "agent %q: the cluster's %s would exceed %v", agent, c.ledger.names.String(name), quantities.MaxSum)
	}
	if c.overflows {
		return refuse(c.tooMuch)
	}
	for name, q := range c.more.All() {
		if q > 0 && c.ledger.Cluster.Claimed(name) > quantities.MaxSum-q {
			return refuse(name)
		}
	}
	return nil
}
