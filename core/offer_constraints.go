package core

import (
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/handle"
)

// Offer constraints are the host's to evaluate: it says which agents they keep
// from a framework in a role.

// exclusions are the subscriptions that offer constraints keep from an agent.
type exclusions struct {
	subscriptions container.BitSet
	count         int
}

// isExcluded reports whether offer constraints keep a subscription from an agent.
func (g *agent) isExcluded(m subscriptionSlot) bool {
	return g.exclusions != nil && g.exclusions.subscriptions.Has(m)
}

// exclude keeps a subscription from an agent, or lets it come again.
func (a *Allocator) exclude(m subscriptionSlot, g *agent, on bool) {
	if g.isExcluded(m) == on {
		return
	}
	if g.exclusions == nil {
		g.exclusions = new(exclusions)
	}
	g.exclusions.subscriptions.Put(m, on)
	one := 2*boolInt(on) - 1
	g.exclusions.count += one
	a.subscriptions.At(m).excludedFrom += uint32(one)
	a.excluded += one
	if g.exclusions.count == 0 {
		g.exclusions = nil
	}
}

// includeEverywhere lets a subscription come to all agents again.
func (a *Allocator) includeEverywhere(m subscriptionSlot) {
	for slot := agentSlot(0); a.subscriptions.At(m).excludedFrom > 0; slot++ {
		a.exclude(m, a.agents.At(slot), false)
	}
}

// includeAll lets all subscriptions come to an agent again.
func (a *Allocator) includeAll(g *agent) {
	if g.exclusions == nil {
		return
	}
	for _, m := range g.exclusions.subscriptions.Append(nil) {
		a.exclude(m, g, false)
	}
}

// ExcludeAgents sets which agents offer constraints keep from a framework in
// a role: the core never offers those agents. The list replaces the former one;
// an empty list excludes none.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (a *Allocator) ExcludeAgents(id FrameworkID, r RoleID, agents []AgentID) error {
	defer a.settle()
	m, err := a.subscriptionOf(id, r)
	if err != nil {
		return err
	}
	for _, x := range agents {
		if _, _, err := a.agentOf(x); err != nil {
			return err
		}
	}
	a.includeEverywhere(m)
	for _, x := range agents {
		a.exclude(m, a.agents.At(handle.Slot(uint64(x))), true)
	}
	a.markAllDirty()
	return nil
}

// ExcludeAgent excludes one agent from a framework in a role, or includes it
// again.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (a *Allocator) ExcludeAgent(id FrameworkID, r RoleID, agent AgentID, excluded bool) error {
	defer a.settle()
	m, err := a.subscriptionOf(id, r)
	if err != nil {
		return err
	}
	g, slot, err := a.agentOf(agent)
	if err != nil {
		return err
	}
	a.exclude(m, g, excluded)
	a.markDirty(slot)
	return nil
}
