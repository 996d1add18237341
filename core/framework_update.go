package core

import "slices"

// FrameworkUpdate is what UpdateFramework changes. What is nil is left alone.
type FrameworkUpdate struct {
	Capabilities *Capabilities
	Roles        *[]RoleID
	// Suppressed and MinAllocatable name roles of those that the framework is
	// subscribed to from now on. Where they are left alone, what they say of a
	// role that the framework leaves goes with it.
	Suppressed     *[]RoleID
	MinAllocatable *[]RoleMinimum
}

// UpdateFramework changes a framework's roles, suppressed roles, capabilities
// and minima. Roles that it leaves while it holds resources of them stay
// accounted until those are recovered. Filters of roles that it leaves or no
// longer suppresses are dropped.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed
// (a role that is suppressed or has a minimum is not among the roles),
// CodeInvalid (capabilities, or a resource named twice in a minimum), CodeName,
// CodeAmount, CodeLimit (too many resource names, or frameworks in
// roles).
func (a *Allocator) UpdateFramework(id FrameworkID, u FrameworkUpdate) error {
	defer a.settle()
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	info := a.updatedInfo(f, &u)
	if err := a.checkFramework(&info); err != nil {
		return err
	}
	if err := a.roomForSubscriptions(a.rolesToJoin(slot, info.Roles)); err != nil {
		return err.within("framework %q", info.ID)
	}
	f.capabilities = info.Capabilities.ofFramework()
	for _, r := range info.Roles {
		m := a.openSubscription(slot, r)
		sub := a.subscriptions.At(m)
		suppressed := slices.Contains(info.Suppressed, r)
		if sub.subscribed && sub.suppressed && !suppressed {
			a.filters.EndAll(m)
		}
		sub.subscribed, sub.suppressed = true, suppressed
		a.track(m)
		a.setActive(m)
	}
	for i := len(f.subscriptions) - 1; i >= 0; i-- {
		if m := f.subscriptions[i]; !slices.Contains(info.Roles, a.subscriptions.At(m).role) {
			a.leave(m)
		}
	}
	if u.MinAllocatable != nil {
		a.setMinima(slot, a.readRoleMinima(info.MinAllocatable))
	}
	a.dropInverseFilters(slot)
	a.markAllDirty()
	return nil
}

// rolesToJoin counts the roles in which a framework has no subscription yet.
func (a *Allocator) rolesToJoin(slot frameworkSlot, roles []RoleID) int {
	count := 0
	for _, r := range roles {
		count += boolInt(a.findSubscription(slot, r) == none)
	}
	return count
}

// updatedInfo returns what a framework is to be: what the update says, and what
// it was where the update is silent. Minima that stay are not repeated.
func (a *Allocator) updatedInfo(f *framework, u *FrameworkUpdate) FrameworkInfo {
	info := FrameworkInfo{ID: f.name, Capabilities: orElse(u.Capabilities, f.capabilities)}
	if u.Roles != nil {
		info.Roles = *u.Roles
	} else {
		for _, m := range f.subscriptions {
			if sub := a.subscriptions.At(m); sub.subscribed {
				info.Roles = append(info.Roles, sub.role)
			}
		}
	}
	if u.Suppressed != nil {
		info.Suppressed = *u.Suppressed
	} else {
		for _, m := range f.subscriptions {
			if sub := a.subscriptions.At(m); sub.suppressed && slices.Contains(info.Roles, sub.role) {
				info.Suppressed = append(info.Suppressed, sub.role)
			}
		}
	}
	info.MinAllocatable = orElse(u.MinAllocatable, nil)
	return info
}
