package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// SuppressOffers stops offers to a framework in the roles named, or in all
// that it is subscribed to if none is. ReviveOffers ends that, and UpdateFramework may.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
//
// Cost: linear in its roles, and in the depth of those named.
func (a *Allocator) SuppressOffers(id alloc.FrameworkID, roles []alloc.RoleID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.SuppressOffers{Framework: id, Roles: roles} })
	subscriptions, err := a.state.Frameworks.SubscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	for _, m := range subscriptions {
		a.state.Frameworks.Suppress(m)
	}
	return nil
}

// ReviveOffers ends suppression and filters of a framework in the roles
// named, or in all that it is subscribed to if none is, and all its filters for
// inverse offers. It makes every agent a candidate.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
//
// Cost: linear in its roles, in the depth of those named, in what it refuses there, and in the agents under
// maintenance; a bit for each agent.
func (a *Allocator) ReviveOffers(id alloc.FrameworkID, roles []alloc.RoleID) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.ReviveOffers{Framework: id, Roles: roles} })
	subscriptions, err := a.state.Frameworks.SubscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	_, slot, _ := a.state.Frameworks.FrameworkOf(id)
	a.dropInverseFilters(slot)
	for _, m := range subscriptions {
		a.state.Frameworks.Revive(m)
	}
	a.state.Changes.SubscriptionsChanged(subscriptions...)
	a.state.Schedule.RequestAll(a.state.Agents.Alive)
	return nil
}

// RequestResources is accepted and, as in Mesos, changes nothing.
//
// Errors: CodeUnknownFramework, CodeStale.
//
// Cost: constant.
func (a *Allocator) RequestResources(id alloc.FrameworkID) (refused error) {
	defer func() { a.record(0, refused, func() calls.Call { return &calls.RequestResources{Framework: id} }) }()
	if _, _, err := a.state.Frameworks.FrameworkOf(id); err != nil {
		return err
	}
	return nil
}
