package core

// SuppressOffers stops offers to a framework in the roles named, or in all
// that it is subscribed to if none is.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
func (a *Allocator) SuppressOffers(id FrameworkID, roles []RoleID) error {
	defer a.settle()
	subscriptions, err := a.subscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	for _, m := range subscriptions {
		a.subscriptions.At(m).suppressed = true
		a.setActive(m)
	}
	return nil
}

// ReviveOffers ends suppression and filters of a framework in the roles
// named, or in all that it is subscribed to if none is, and makes every agent
// a candidate.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
func (a *Allocator) ReviveOffers(id FrameworkID, roles []RoleID) error {
	defer a.settle()
	subscriptions, err := a.subscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	_, slot, _ := a.frameworkOf(id)
	a.dropInverseFilters(slot)
	for _, m := range subscriptions {
		a.subscriptions.At(m).suppressed = false
		a.filters.EndAll(m)
		a.setActive(m)
		if sub := a.subscriptions.At(m); sub.tracked {
			a.unblock(a.roles.get(sub.role))
		}
	}
	a.markAllDirty()
	a.requestAll()
	return nil
}
