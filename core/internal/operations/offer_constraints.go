package operations

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// The host evaluates offer constraints, as Mesos's master does.

// ExcludeAgents sets which agents offer constraints keep from a subscription
// (core.Allocator.ExcludeAgents).
func (o *Frameworks) ExcludeAgents(id api.FrameworkID, r api.RoleID, excluded []api.AgentID) error {
	m, err := o.frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	for _, x := range excluded {
		if _, _, err := o.agents.AgentOf(x); err != nil {
			return err
		}
	}
	o.frameworks.IncludeEverywhere(m)
	for _, x := range excluded {
		o.frameworks.Exclude(m, o.agents.At(agents.SlotOf(x)), true)
	}
	o.changes.SubscriptionsChanged(m)
	return nil
}

// ExcludeAgent excludes one agent from a subscription, or includes it again
// (core.Allocator.ExcludeAgent).
func (o *Frameworks) ExcludeAgent(id api.FrameworkID, r api.RoleID, agent api.AgentID, excluded bool) error {
	m, err := o.frameworks.SubscriptionOf(id, r)
	if err != nil {
		return err
	}
	g, slot, err := o.agents.AgentOf(agent)
	if err != nil {
		return err
	}
	o.frameworks.Exclude(m, g, excluded)
	o.changes.AgentChanged(slot)
	return nil
}
