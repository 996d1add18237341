package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
)

// removedAgent is the scratch memory of Remove.
type removedAgent struct {
	held  resource.Bag        // by one subscription
	total resource.Difference // to nothing
}

// Remove removes an agent (core.Allocator.RemoveAgent).
func (o *Agents) Remove(id api.AgentID) error {
	g, slot, err := o.agents.AgentOf(id)
	if err != nil {
		return err
	}
	x := &o.remove
	o.agents.CloseAllInUse(g)
	for len(g.Entries) > 0 {
		ref := g.Entries[0]
		x.held.CopyFrom(o.ledger.Entries.At(ref.Entry).Held())
		o.ledger.Release(ref.Entry, &x.held)
		o.frameworks.ForgetUnlessUsed(ref.Subscription)
	}
	o.dropAgentFilters(slot)
	o.agents.ClearTotal(g, &x.total)
	if g.HasLingering {
		o.ledger.Lingerings.Close(o.ledger.Lingerings.Of[slot])
	}
	o.ledger.FollowTotal(slot, &x.total)
	o.frameworks.IncludeAll(g)
	o.shrinkOrder.AgentGone(slot)
	o.lending.Forget(slot)
	o.agents.Remove(slot)
	return nil
}
