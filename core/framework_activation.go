package core

// ActivateFramework lets a framework be offered resources, but for the roles
// it has suppressed, and makes every agent a candidate.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) ActivateFramework(id FrameworkID) error {
	defer a.settle()
	f, _, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	f.active = true
	for _, m := range f.subscriptions {
		a.setActive(m)
	}
	a.markAllDirty()
	a.requestAll()
	return nil
}

// DeactivateFramework stops offers to a framework and drops its filters.
// What it holds stays accounted.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) DeactivateFramework(id FrameworkID) error {
	defer a.settle()
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	f.active = false
	for i := len(f.subscriptions) - 1; i >= 0; i-- {
		m := f.subscriptions[i]
		a.setActive(m)
		a.filters.EndAll(m)
		a.forgetUnlessUsed(m)
	}
	a.dropInverseFilters(slot)
	return nil
}
