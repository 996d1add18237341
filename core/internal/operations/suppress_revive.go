package operations

import "github.com/apportion/apportion/core/internal/api"

// Suppress stops offers to a framework in some roles (core.Allocator.SuppressOffers).
func (o *Frameworks) Suppress(id api.FrameworkID, roles []api.RoleID) error {
	subscriptions, err := o.frameworks.SubscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	for _, m := range subscriptions {
		o.frameworks.Suppress(m)
	}
	return nil
}

// Revive ends suppression and filters of a framework in some roles
// (core.Allocator.ReviveOffers).
func (o *Frameworks) Revive(id api.FrameworkID, roles []api.RoleID) error {
	subscriptions, err := o.frameworks.SubscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	_, slot, _ := o.frameworks.FrameworkOf(id)
	o.dropInverseFilters(slot)
	for _, m := range subscriptions {
		o.frameworks.Revive(m)
	}
	o.changes.SubscriptionsChanged(subscriptions...)
	o.agents.RequestAll()
	return nil
}
