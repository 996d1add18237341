package core

import "github.com/apportion/apportion/internal/handle"

// ExcludeAgents sets which agents offer constraints keep from a framework in a role: it is
// never offered those. The list replaces the former one; an empty list excludes none.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (a *Allocator) ExcludeAgents(id FrameworkID, r RoleID, agents []AgentID) error {
	defer a.settle()
	m, err := a.frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	for _, x := range agents {
		if _, _, err := a.agents.AgentOf(x); err != nil {
			return err
		}
	}
	a.frameworks.IncludeEverywhere(m)
	for _, x := range agents {
		a.frameworks.Exclude(m, a.agents.At(handle.Slot(uint64(x))), true)
	}
	a.agents.MarkAllDirty()
	return nil
}

// ExcludeAgent excludes one agent from a framework in a role, or includes it
// again.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
func (a *Allocator) ExcludeAgent(id FrameworkID, r RoleID, agent AgentID, excluded bool) error {
	defer a.settle()
	m, err := a.frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	g, slot, err := a.agents.AgentOf(agent)
	if err != nil {
		return err
	}
	a.frameworks.Exclude(m, g, excluded)
	a.news.MarkDirty(slot)
	return nil
}
