package agents

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// Agent.Free is kept, not computed: offers take from it, and recovered resources are
// given back to it.

// TakeFree takes b out of an agent's Free, which contains it.
func (as *Agents) TakeFree(slot slots.Agent, g *Agent, b *resource.Bag) {
	if b.Flags&resource.Revocable != 0 {
		as.countFreeRevocable(b, resource.Shared, -1)
	}
	g.Free.Take(b, as.kinds)
	as.FreeChanged(slot, g)
}

// GiveFree returns b, which was held, to the Free of an agent that is not Overdrawn.
func (as *Agents) GiveFree(slot slots.Agent, g *Agent, b *resource.Bag) {
	if b.Flags&resource.Revocable != 0 {
		as.countFreeRevocable(b, resource.Shared, +1)
	}
	g.Free.Give(b, as.kinds)
	as.FreeChanged(slot, g)
}

// SwapFree exchanges all that is free on an agent for b, of which nothing is shared or revocable. One
// of the two is empty. Each then has the other's memory.
func (as *Agents) SwapFree(slot slots.Agent, g *Agent, b *resource.Bag) {
	g.Free.Swap(b)
	as.FreeChanged(slot, g)
}

// SetFree works out Free and Overdrawn from all that is held on an agent.
func (as *Agents) SetFree(slot slots.Agent, g *Agent, held *resource.Bag) {
	if g.Free.Flags&resource.Revocable != 0 {
		as.countFreeRevocable(&g.Free, 0, -1)
	}
	g.Free.SetFree(&g.Total, held, as.kinds)
	g.Free.Trim()
	g.Overdrawn = !g.Total.Covers(held, as.kinds)
	if g.Free.Flags&resource.Revocable != 0 {
		as.countFreeRevocable(&g.Free, 0, +1)
	}
	as.FreeChanged(slot, g)
}

// countFreeRevocable keeps FreeRevocable up to date. Offers and recoveries leave out shared
// volumes, which stay free.
func (as *Agents) countFreeRevocable(b *resource.Bag, without resource.Flags, sign quantities.Amount) {
	b.CountScalars(&as.FreeRevocable, as.kinds, resource.Revocable|without, resource.Revocable, sign)
}

// FreeChanged tells Offerable and package changes that an agent's free resources have changed. Whatever
// changes Free calls it last. So does the conversion of an allocation, where the total and what is held
// change alike.
func (as *Agents) FreeChanged(slot slots.Agent, g *Agent) {
	as.Offerable.Put(slot, !g.Free.Empty())
	as.changes.AgentChanged(slot)
}
