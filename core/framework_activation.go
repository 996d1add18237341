package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// ActivateFramework lets a framework be offered resources, but for the roles
// it has suppressed, and makes every agent a candidate.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: linear in its roles and their depth; a bit for each agent.
func (a *Allocator) ActivateFramework(id alloc.FrameworkID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ActivateFramework{Framework: id} })
	f, _, err := a.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	a.state.Frameworks.Activate(f)
	a.state.Changes.SubscriptionsChanged(f.Subscriptions...)
	a.state.Schedule.RequestAll(a.state.Agents.Alive)
	return nil
}

// DeactivateFramework stops offers to a framework and drops its filters, those for inverse
// offers, too. Resources that it holds stay accounted.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: linear in its roles, their depth, and what it refuses, and in the agents under maintenance.
func (a *Allocator) DeactivateFramework(id alloc.FrameworkID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.DeactivateFramework{Framework: id} })
	f, slot, err := a.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	a.state.Frameworks.Deactivate(f)
	a.dropInverseFilters(slot)
	return nil
}
