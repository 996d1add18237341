package core

// SuppressOffers stops offers to a framework in the roles named, or in all
// that it is subscribed to if none is.
//
// Errors: CodeUnknownFramework, CodeStale, CodeUnknownRole, CodeNotSubscribed.
func (a *Allocator) SuppressOffers(id FrameworkID, roles []RoleID) error {
	defer a.settle()
	subscriptions, err := a.frameworks.SubscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	for _, m := range subscriptions {
		a.frameworks.Subscriptions.At(m).Suppressed = true
		a.frameworks.SetActive(m)
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
	subscriptions, err := a.frameworks.SubscriptionsFor(id, roles)
	if err != nil {
		return err
	}
	_, slot, _ := a.frameworks.FrameworkOf(id)
	a.dropInverseFilters(slot)
	for _, m := range subscriptions {
		a.frameworks.Subscriptions.At(m).Suppressed = false
		a.frameworks.Filters.EndAll(m)
		a.frameworks.SetActive(m)
		if sub := a.frameworks.Subscriptions.At(m); sub.Tracked {
			a.roles.Unblock(a.roles.Get(sub.Role))
		}
	}
	a.agents.MarkAllDirty()
	a.agents.RequestAll()
	return nil
}
