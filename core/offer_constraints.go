package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// The host evaluates offer constraints, as Mesos's master does.

// ExcludeAgents sets which agents offer constraints keep from a framework in a role: the framework
// is never offered them there. The list replaces the former one; an empty list excludes none. An exclusion
// ends, too, when the framework leaves the role or the agent is removed.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
//
// Cost: linear in the list and the former one.
func (a *Allocator) ExcludeAgents(id alloc.FrameworkID, r alloc.RoleID, agents []alloc.AgentID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ExcludeAgents{Framework: id, Role: r, Agents: agents} })
	m, err := a.state.Frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	for _, x := range agents {
		if _, _, err := a.state.Agents.AgentOf(x); err != nil {
			return err
		}
	}
	a.state.Frameworks.IncludeEverywhere(m)
	for _, x := range agents {
		_, slot, _ := a.state.Agents.AgentOf(x)
		a.state.Frameworks.Exclude(m, slot, true)
	}
	a.state.Changes.SubscriptionsChanged(m)
	return nil
}

// ExcludeAgent excludes one agent from a framework in a role, or includes it
// again.
//
// Errors: CodeUnknownFramework, CodeUnknownAgent, CodeStale, CodeUnknownRole,
// CodeNotSubscribed.
//
// Cost: constant.
func (a *Allocator) ExcludeAgent(id alloc.FrameworkID, r alloc.RoleID, agent alloc.AgentID, excluded bool) (refused error) {
	defer a.settle(&refused, func() calls.Call {
		return &calls.ExcludeAgent{Framework: id, Role: r, Agent: agent, Excluded: excluded}
	})
	m, err := a.state.Frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	_, slot, err := a.state.Agents.AgentOf(agent)
	if err != nil {
		return err
	}
	a.state.Frameworks.Exclude(m, slot, excluded)
	a.state.Changes.AgentChanged(slot)
	return nil
}
