package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/fault"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
)

// UpdateFramework changes a framework's roles, suppressed roles, capabilities and minima.
// Resources that it holds in a role that it leaves stay accounted until they are
// recovered. Filters of roles that it leaves or no longer suppresses are dropped, and all
// its filters for inverse offers. The call asks for no cycle.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed
// (a role that is suppressed or has a minimum is not among the roles),
// CodeInvalid (capabilities, a role named twice, or a resource in a
// minimum), CodeName, CodeAmount, CodeLimit (too many resource names, or frameworks in
// roles).
//
// Cost: proportional to its roles, their depth, what it refuses and is excluded from in those that it leaves,
// and the agents under maintenance; a bit for each agent.
func (a *Allocator) UpdateFramework(id alloc.FrameworkID, u alloc.FrameworkUpdate) (refused error) {
	defer a.settle(&refused, func() calls.Call { return &calls.UpdateFramework{Framework: id, Update: u} })
	f, slot, err := a.state.Frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	info := a.updatedInfo(f, &u)
	if err := a.checkFramework(&info); err != nil {
		return err
	}
	if err := a.state.Frameworks.RoomForSubscriptions(a.rolesToJoin(slot, info.Roles)); err != nil {
		return fault.Within(err, "framework %q", info.ID)
	}
	f.SetCapabilities(info.Capabilities)
	for _, r := range info.Roles {
		a.state.Frameworks.SetActive(a.state.Frameworks.Subscribe(slot, r, a.scratch.suppressed.has(r)))
	}
	for i := len(f.Subscriptions) - 1; i >= 0; i-- {
		if m := f.Subscriptions[i]; !a.scratch.subscribed.has(a.state.Frameworks.Subscriptions.At(m).Role) {
			a.state.Frameworks.Leave(m)
		}
	}
	if u.MinAllocatable != nil {
		a.state.Frameworks.SetMinima(slot, info.MinAllocatable)
	}
	a.dropInverseFilters(slot)
	a.state.Changes.SubscriptionsChanged(f.Subscriptions...)
	return nil
}

// rolesToJoin counts the roles in which a framework has no subscription yet.
func (a *Allocator) rolesToJoin(slot slots.Framework, roles []alloc.RoleID) int {
	count := 0
	for _, r := range roles {
		count += assert.BoolInt(a.state.Frameworks.FindSubscription(slot, r) == slots.None)
	}
	return count
}

// updatedInfo returns a framework as the update makes it. Fields that are nil in the
// update are as they were, but minima that stay are not repeated.
func (a *Allocator) updatedInfo(f *frameworks.Framework, u *alloc.FrameworkUpdate) alloc.FrameworkInfo {
	info := alloc.FrameworkInfo{ID: f.Name, Capabilities: orElse(u.Capabilities, f.Capabilities)}
	if u.Roles != nil {
		info.Roles = *u.Roles
	} else {
		for _, m := range f.Subscriptions {
			if sub := a.state.Frameworks.Subscriptions.At(m); sub.Subscribed {
				info.Roles = append(info.Roles, sub.Role)
			}
		}
	}
	if u.Suppressed != nil {
		info.Suppressed = *u.Suppressed
	} else {
		a.scratch.subscribed.set(info.Roles)
		for _, m := range f.Subscriptions {
			if sub := a.state.Frameworks.Subscriptions.At(m); sub.Suppressed && a.scratch.subscribed.has(sub.Role) {
				info.Suppressed = append(info.Suppressed, sub.Role)
			}
		}
	}
	info.MinAllocatable = orElse(u.MinAllocatable, nil)
	return info
}
