package operations

import "github.com/apportion/apportion/core/internal/api"

// Activate lets a framework be offered resources (core.Allocator.ActivateFramework).
func (o *Frameworks) Activate(id api.FrameworkID) error {
	f, _, err := o.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	o.frameworks.Activate(f)
	o.changes.SubscriptionsChanged(f.Subscriptions...)
	o.agents.RequestAll()
	return nil
}

// Deactivate stops offers to a framework (core.Allocator.DeactivateFramework).
func (o *Frameworks) Deactivate(id api.FrameworkID) error {
	f, slot, err := o.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	o.frameworks.Deactivate(f)
	o.dropInverseFilters(slot)
	return nil
}
