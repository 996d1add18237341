package journal

import "github.com/apportion/apportion/core"

// RecoverResources is core.Allocator.RecoverResources.
func (a *Allocator) RecoverResources(q core.RecoverRequest) error {
	err := a.Allocator.RecoverResources(q)
	if c := a.begin(unpacked | opRecoverResources); c != nil {
		c.recoverRequest(&q)
		a.end(0, err)
	}
	return err
}

// UpdateAllocation is core.Allocator.UpdateAllocation.
func (a *Allocator) UpdateAllocation(u core.AllocationUpdate) error {
	err := a.Allocator.UpdateAllocation(u)
	if c := a.begin(opUpdateAllocation); c != nil {
		codeAllocationUpdate(c, &u)
		a.end(0, err)
	}
	return err
}

// UpdateAvailable is core.Allocator.UpdateAvailable.
func (a *Allocator) UpdateAvailable(id core.AgentID, conversions []core.Conversion) error {
	err := a.Allocator.UpdateAvailable(id, conversions)
	if c := a.begin(opUpdateAvailable); c != nil {
		number(c, &id)
		codeConversions(c, &conversions)
		a.end(0, err)
	}
	return err
}

// TransitionOfferedToAllocated is core.Allocator.TransitionOfferedToAllocated.
func (a *Allocator) TransitionOfferedToAllocated(id core.AgentID, r core.RoleID, resources []core.Resource) error {
	err := a.Allocator.TransitionOfferedToAllocated(id, r, resources)
	if c := a.begin(unpacked | opTransitionOfferedToAllocated); c != nil {
		c.transition(id, r, resources)
		a.end(0, err)
	}
	return err
}

// Transition is what TransitionOfferedToAllocated is given.
type Transition struct {
	Agent     core.AgentID
	Role      core.RoleID
	Resources []core.Resource
}

// AvailableUpdate is what UpdateAvailable is given.
type AvailableUpdate struct {
	Agent       core.AgentID
	Conversions []core.Conversion
}

// resourcesCalls reads what these calls were given, and makes them again.
var resourcesCalls = map[op]read{
	opRecoverResources: oneArgument(codeRecoverRequest, (*core.Allocator).RecoverResources),
	opUpdateAllocation: oneArgument(codeAllocationUpdate, (*core.Allocator).UpdateAllocation),
	opUpdateAvailable: func(c *coder) (any, play) {
		var x AvailableUpdate
		number(c, &x.Agent)
		codeConversions(c, &x.Conversions)
		return x, func(a *core.Allocator) (uint64, error) { return 0, a.UpdateAvailable(x.Agent, x.Conversions) }
	},
	opTransitionOfferedToAllocated: func(c *coder) (any, play) {
		var x Transition
		number(c, &x.Agent)
		number(c, &x.Role)
		c.resources(&x.Resources)
		return x, func(a *core.Allocator) (uint64, error) {
			return 0, a.TransitionOfferedToAllocated(x.Agent, x.Role, x.Resources)
		}
	},
}
