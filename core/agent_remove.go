package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/internal/container"
)

// RemoveAgent removes an agent with all that is offered, allocated, filtered
// or planned on it.
//
// Errors: CodeUnknownAgent, CodeStale.
func (a *Allocator) RemoveAgent(id AgentID) error {
	defer a.settle()
	g, slot, err := a.agentOf(id)
	if err != nil {
		return err
	}
	for len(g.inUse) > 0 {
		w := &g.inUse[0]
		a.addInUseToRoles(w.role, &w.resources, -1)
		a.closeInUse(g, w)
	}
	b := &a.scratch.bags[0]
	for len(g.entries) > 0 {
		i := g.entries[0].entry
		m := g.entries[0].subscription
		b.CopyFrom(&a.entries.At(i).resources)
		a.release(i, b)
		a.forgetUnlessUsed(m)
	}
	a.dropAgentFilters(slot)
	x := &a.scratch.total
	x.Between(g.total, &resource.Bag{}, &a.kinds.Kinds)
	g.total, g.ownsTotal = a.totalsByBag.Of(&resource.Bag{}, &a.agentMemory.bags), false
	if g.hasLingering {
		a.closeLingering(a.lingerings.of[slot])
	}
	a.referToTotal(slot, g, x)
	a.countTotal(g, x)
	a.changeFree(slot, x)
	a.forgetAgent(slot)
	return nil
}

func (a *Allocator) forgetAgent(slot agentSlot) {
	g := a.agents.At(slot)
	for _, set := range []container.BitSet{a.live, a.candidates, a.admitted, a.offerable, a.dirty, a.maintained} {
		set.Clear(slot)
	}
	a.includeAll(g)
	a.shrinkOrder.ForgetAgent(slot)
	a.agentByName.Remove(slot)
	a.dropFromAgentsByID(slot)
	g.live = false
	g.agentNames = agentNames{}
	g.maintenance = nil
	// A little memory stays for the next agent here.
	g.free.Trim()
	g.entries = container.Shrink(g.entries, manyInUse)
	giveSlot(&a.agents, slot, g.generation)
}
