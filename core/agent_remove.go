package core

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/resource"
)

// RemoveAgent removes an agent with all that is offered, allocated, filtered
// or planned on it. None of that is to be recovered any more.
//
// Errors: CodeUnknownAgent, CodeStale.
//
// Cost: linear in what is held, refused and planned on the agent, in the subscriptions that
// are excluded from it, and in the depth of the roles.
func (a *Allocator) RemoveAgent(id alloc.AgentID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.RemoveAgent{Agent: id} })
	g, slot, err := a.state.Agents.AgentOf(id)
	if err != nil {
		return err
	}
	a.state.Agents.CloseAllInUse(g)
	a.releaseAllOn(g)
	a.dropAgentFilters(slot)
	a.state.Ledger.ApplyTotal(slot, &resource.Bag{})
	a.state.Ledger.Lingerings.Close(slot)
	a.state.Frameworks.IncludeAll(slot)
	a.state.ShrinkOrder.AgentGone(slot)
	a.state.Lending.Forget(slot)
	a.state.Agents.Remove(slot)
	return nil
}

// releaseAllOn frees all that is held on an agent. Where waits of recalled loans halve (lending.Wait), it matters which
// loan ends first: then frameworks come by name, and a framework's roles by path.
func (a *Allocator) releaseAllOn(g *agents.Agent) {
	if len(a.state.Lending.Waits) > 0 { // the last goes first
		slices.SortFunc(g.Entries, func(x, y agents.EntryRef) int {
			return a.state.Frameworks.CompareSubscriptions(y.Subscription, x.Subscription)
		})
	}
	for len(g.Entries) > 0 {
		ref := g.Entries[len(g.Entries)-1]
		a.state.Ledger.ReleaseAll(ref.Entry)
		a.state.Frameworks.ForgetUnlessUsed(ref.Subscription)
	}
}
