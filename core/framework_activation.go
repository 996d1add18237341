package core

// ActivateFramework lets a framework be offered resources, but for the roles
// it has suppressed, and makes every agent a candidate.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) ActivateFramework(id FrameworkID) error {
	defer a.settle()
	f, _, err := a.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	f.Active = true
	for _, m := range f.Subscriptions {
		a.frameworks.SetActive(m)
	}
	a.agents.MarkAllDirty()
	a.agents.RequestAll()
	return nil
}

// DeactivateFramework stops offers to a framework and drops its filters. Resources
// that it holds stay accounted.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) DeactivateFramework(id FrameworkID) error {
	defer a.settle()
	f, slot, err := a.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	f.Active = false
	for i := len(f.Subscriptions) - 1; i >= 0; i-- {
		m := f.Subscriptions[i]
		a.frameworks.SetActive(m)
		a.frameworks.Filters.EndAll(m)
		a.frameworks.ForgetUnlessUsed(m)
	}
	a.dropInverseFilters(slot)
	return nil
}
