package journal

import "github.com/apportion/apportion/core"

// AddFramework is core.Allocator.AddFramework.
func (a *Allocator) AddFramework(info core.FrameworkInfo) (core.FrameworkID, error) {
	result, err := a.Allocator.AddFramework(info)
	if c := a.begin(opAddFramework); c != nil {
		codeFrameworkInfo(c, &info)
		a.end(uint64(result), err)
	}
	return result, err
}

// UpdateFramework is core.Allocator.UpdateFramework.
func (a *Allocator) UpdateFramework(id core.FrameworkID, u core.FrameworkUpdate) error {
	err := a.Allocator.UpdateFramework(id, u)
	if c := a.begin(opUpdateFramework); c != nil {
		number(c, &id)
		codeFrameworkUpdate(c, &u)
		a.end(0, err)
	}
	return err
}

// RemoveFramework is core.Allocator.RemoveFramework.
func (a *Allocator) RemoveFramework(id core.FrameworkID) error {
	err := a.Allocator.RemoveFramework(id)
	if c := a.begin(opRemoveFramework); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// ActivateFramework is core.Allocator.ActivateFramework.
func (a *Allocator) ActivateFramework(id core.FrameworkID) error {
	err := a.Allocator.ActivateFramework(id)
	if c := a.begin(opActivateFramework); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// DeactivateFramework is core.Allocator.DeactivateFramework.
func (a *Allocator) DeactivateFramework(id core.FrameworkID) error {
	err := a.Allocator.DeactivateFramework(id)
	if c := a.begin(opDeactivateFramework); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// RequestResources is core.Allocator.RequestResources.
func (a *Allocator) RequestResources(id core.FrameworkID) error {
	err := a.Allocator.RequestResources(id)
	if c := a.begin(opRequestResources); c != nil {
		number(c, &id)
		a.end(0, err)
	}
	return err
}

// SuppressOffers is core.Allocator.SuppressOffers.
func (a *Allocator) SuppressOffers(id core.FrameworkID, roles []core.RoleID) error {
	err := a.Allocator.SuppressOffers(id, roles)
	if c := a.begin(opSuppressOffers); c != nil {
		number(c, &id)
		codeRoles(c, &roles)
		a.end(0, err)
	}
	return err
}

// ReviveOffers is core.Allocator.ReviveOffers.
func (a *Allocator) ReviveOffers(id core.FrameworkID, roles []core.RoleID) error {
	err := a.Allocator.ReviveOffers(id, roles)
	if c := a.begin(opReviveOffers); c != nil {
		number(c, &id)
		codeRoles(c, &roles)
		a.end(0, err)
	}
	return err
}

// ExcludeAgents is core.Allocator.ExcludeAgents.
func (a *Allocator) ExcludeAgents(id core.FrameworkID, r core.RoleID, agents []core.AgentID) error {
	err := a.Allocator.ExcludeAgents(id, r, agents)
	if c := a.begin(opExcludeAgents); c != nil {
		number(c, &id)
		number(c, &r)
		list(c, &agents, codeNumber)
		a.end(0, err)
	}
	return err
}

// ExcludeAgent is core.Allocator.ExcludeAgent.
func (a *Allocator) ExcludeAgent(id core.FrameworkID, r core.RoleID, agent core.AgentID, excluded bool) error {
	err := a.Allocator.ExcludeAgent(id, r, agent, excluded)
	if c := a.begin(opExcludeAgent); c != nil {
		number(c, &id)
		number(c, &r)
		number(c, &agent)
		c.bool(&excluded)
		a.end(0, err)
	}
	return err
}

// OfferRoles is what SuppressOffers and ReviveOffers are given.
type OfferRoles struct {
	Framework core.FrameworkID
	Roles     []core.RoleID // nil: all
}

// FrameworkUpdate is what UpdateFramework is given.
type FrameworkUpdate struct {
	Framework core.FrameworkID
	Update    core.FrameworkUpdate
}

// ExcludedAgents are what ExcludeAgents is given.
type ExcludedAgents struct {
	Framework core.FrameworkID
	Role      core.RoleID
	Agents    []core.AgentID
}

// ExcludedAgent is what ExcludeAgent is given.
type ExcludedAgent struct {
	Framework core.FrameworkID
	Role      core.RoleID
	Agent     core.AgentID
	Excluded  bool
}

// frameworksCalls reads what these calls were given, and makes them again.
var frameworksCalls = map[op]read{
	opAddFramework: oneReturning(codeFrameworkInfo, (*core.Allocator).AddFramework),
	opUpdateFramework: func(c *coder) (any, play) {
		var x FrameworkUpdate
		number(c, &x.Framework)
		codeFrameworkUpdate(c, &x.Update)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.UpdateFramework(x.Framework, x.Update) }
	},
	opRemoveFramework:     oneArgument(codeNumber, (*core.Allocator).RemoveFramework),
	opActivateFramework:   oneArgument(codeNumber, (*core.Allocator).ActivateFramework),
	opDeactivateFramework: oneArgument(codeNumber, (*core.Allocator).DeactivateFramework),
	opRequestResources:    oneArgument(codeNumber, (*core.Allocator).RequestResources),
	opSuppressOffers: func(c *coder) (any, play) {
		var x OfferRoles
		number(c, &x.Framework)
		codeRoles(c, &x.Roles)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.SuppressOffers(x.Framework, x.Roles) }
	},
	opReviveOffers: func(c *coder) (any, play) {
		var x OfferRoles
		number(c, &x.Framework)
		codeRoles(c, &x.Roles)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.ReviveOffers(x.Framework, x.Roles) }
	},
	opExcludeAgents: func(c *coder) (any, play) {
		var x ExcludedAgents
		number(c, &x.Framework)
		number(c, &x.Role)
		list(c, &x.Agents, codeNumber)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.ExcludeAgents(x.Framework, x.Role, x.Agents) }
	},
	opExcludeAgent: func(c *coder) (any, play) {
		var x ExcludedAgent
		number(c, &x.Framework)
		number(c, &x.Role)
		number(c, &x.Agent)
		c.bool(&x.Excluded)
		return x, func(a *core.Allocator) (uint64, error) {
			return 0, a.ExcludeAgent(x.Framework, x.Role, x.Agent, x.Excluded)
		}
	},
}
