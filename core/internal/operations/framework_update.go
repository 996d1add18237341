package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
)

// Update changes a framework (core.Allocator.UpdateFramework).
func (o *Frameworks) Update(id api.FrameworkID, u *api.FrameworkUpdate) error {
	f, slot, err := o.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	info := o.updatedInfo(f, u)
	if err := o.checkFramework(&info); err != nil {
		return err
	}
	if err := o.frameworks.RoomForSubscriptions(o.rolesToJoin(slot, info.Roles)); err != nil {
		return api.Within(err, "framework %q", info.ID)
	}
	f.SetCapabilities(info.Capabilities)
	for _, r := range info.Roles {
		o.frameworks.SetActive(o.frameworks.Subscribe(slot, r, o.suppressed.has(r)))
	}
	for i := len(f.Subscriptions) - 1; i >= 0; i-- {
		if m := f.Subscriptions[i]; !o.subscribed.has(o.frameworks.Subscriptions.At(m).Role) {
			o.frameworks.Leave(m)
		}
	}
	if u.MinAllocatable != nil {
		o.frameworks.SetMinima(slot, info.MinAllocatable)
	}
	o.dropInverseFilters(slot)
	o.changes.SubscriptionsChanged(f.Subscriptions...)
	return nil
}

// rolesToJoin counts the roles in which a framework has no subscription yet.
func (o *Frameworks) rolesToJoin(slot slots.Framework, roles []api.RoleID) int {
	count := 0
	for _, r := range roles {
		count += assert.BoolInt(o.frameworks.FindSubscription(slot, r) == slots.None)
	}
	return count
}

// updatedInfo returns a framework as the update makes it. Fields that are nil in the
// update are as they were, but minima that stay are not repeated.
func (o *Frameworks) updatedInfo(f *frameworks.Framework, u *api.FrameworkUpdate) api.FrameworkInfo {
	info := api.FrameworkInfo{ID: f.Name, Capabilities: orElse(u.Capabilities, f.Capabilities)}
	if u.Roles != nil {
		info.Roles = *u.Roles
	} else {
		for _, m := range f.Subscriptions {
			if sub := o.frameworks.Subscriptions.At(m); sub.Subscribed {
				info.Roles = append(info.Roles, sub.Role)
			}
		}
	}
	if u.Suppressed != nil {
		info.Suppressed = *u.Suppressed
	} else {
		o.subscribed.set(info.Roles)
		for _, m := range f.Subscriptions {
			if sub := o.frameworks.Subscriptions.At(m); sub.Suppressed && o.subscribed.has(sub.Role) {
				info.Suppressed = append(info.Suppressed, sub.Role)
			}
		}
	}
	info.MinAllocatable = orElse(u.MinAllocatable, nil)
	return info
}
