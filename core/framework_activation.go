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

// setActive makes a subscription take part in its role's sorter, or not, after
// what its framework and its subscription say. A role without active subscriptions
// is inactive in a DRF role sorter, so that cycles do not visit it in vain; in
// a random one it still weighs in when its siblings' chances are worked out.
//
// DIVERGES: Mesos activates a framework in the sorter when it revives or
// gains a role, even if the framework itself is inactive, and offers to it
// or (in the first stage) aborts. Here an inactive framework gets no offers.
func (a *Allocator) setActive(m subscriptionSlot) {
	sub := a.subscriptions.At(m)
	active := sub.tracked && sub.subscribed && !sub.suppressed && a.frameworks.At(sub.framework).active
	if active == sub.active {
		return
	}
	sub.active = active
	a.active.Put(m, active)
	r := a.roles.get(sub.role)
	if active {
		a.exhaustedForAll = 0
		a.activeSubscriptions++
		check(r.frameworks.Activate(sub.client))
		a.unblock(r)
		if r.active++; r.active == 1 {
			check(a.roleSorter.Activate(r.client))
		}
		return
	}
	a.activeSubscriptions--
	check(r.frameworks.Deactivate(sub.client))
	if r.active--; !a.takesPart(r) {
		check(a.roleSorter.Deactivate(r.client))
	}
}
