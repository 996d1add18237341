package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// RemoveAgent removes an agent with all that is offered, allocated, filtered
// or planned on it.
//
// Errors: CodeUnknownAgent, CodeStale.
func (a *Allocator) RemoveAgent(id AgentID) error {
	defer a.settle()
	g, slot, err := a.agents.AgentOf(id)
	if err != nil {
		return err
	}
	a.agents.CloseAllInUse(g)
	b := &a.scratch.bags[0]
	for len(g.Entries) > 0 {
		i := g.Entries[0].Entry
		m := g.Entries[0].Subscription
		b.CopyFrom(&a.ledger.Entries.At(i).Resources)
		a.ledger.Release(i, b)
		a.frameworks.ForgetUnlessUsed(m)
	}
	a.dropAgentFilters(slot)
	x := &a.scratch.total
	x.Between(g.Total, &resource.Bag{}, &a.kinds.Kinds)
	g.Total, g.OwnsTotal = a.agents.TotalsByBag.Of(&resource.Bag{}, &a.agents.Memory.Bags), false
	if g.HasLingering {
		a.ledger.CloseLingering(a.ledger.Lingerings.Of[slot])
	}
	a.ledger.ReferToTotal(slot, g, x)
	a.ledger.CountTotal(g, x)
	a.ledger.ChangeFree(slot, x)
	a.forgetAgent(slot)
	return nil
}

func (a *Allocator) forgetAgent(slot slots.Agent) {
	g := a.agents.At(slot)
	for _, set := range []container.BitSet{a.agents.Alive, a.news.Candidates, a.agents.Admitted, a.agents.Offerable, a.news.Dirty, a.agents.Maintained} {
		set.Clear(slot)
	}
	a.frameworks.IncludeAll(g)
	a.vectors.ForgetAgent(slot)
	a.agents.ByName.Remove(slot)
	a.agents.DropFromAgentsByID(slot)
	g.Live = false
	g.Names = agents.Names{}
	g.Maintenance = nil
	// The slot keeps a little memory for its next agent.
	g.Free.Trim()
	g.Entries = container.Shrink(g.Entries, agents.ManyInUse)
	agents.GiveSlot(&a.agents.Pool, slot, g.Generation)
}
