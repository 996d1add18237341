package core

// RemoveFramework removes a framework; what it was offered or had allocated
// becomes free.
//
// DIVERGES: in Mesos a part of what it held may stay on the agent, since it
// takes a list of resources from itself while going through it.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) RemoveFramework(id FrameworkID) error {
	defer a.settle()
	f, slot, err := a.frameworkOf(id)
	if err != nil {
		return err
	}
	a.releaseAll(f, slot)
	for len(f.subscriptions) > 0 {
		m := f.subscriptions[len(f.subscriptions)-1]
		a.filters.EndAll(m)
		a.subscriptions.At(m).subscribed = false
		a.forgetUnlessUsed(m)
	}
	a.dropInverseFilters(slot)
	a.forgetFramework(slot)
	return nil
}

// releaseAll frees all that a framework holds.
func (a *Allocator) releaseAll(f *framework, slot frameworkSlot) {
	b := &a.scratch.bags[0]
	agents := a.scratch.agents[:0]
	for _, m := range f.subscriptions {
		sub := a.subscriptions.At(m)
		for sub.entries != none {
			e := a.entries.At(sub.entries)
			agents = append(agents, e.agent)
			b.CopyFrom(&e.resources)
			slot := e.agent
			a.release(sub.entries, b)
			a.endUseBeyondHeld(a.agents.At(slot), sub.role)
		}
	}
	for _, x := range agents {
		a.shrinkOrder.ForgetFramework(x, slot)
	}
	a.scratch.agents = agents
}

// forgetFramework frees a framework's slot; it has no subscriptions left.
func (a *Allocator) forgetFramework(slot frameworkSlot) {
	f := a.frameworks.At(slot)
	delete(a.frameworkByName, f.name)
	if f.registered {
		a.unregister(f)
	}
	f.name, f.active = "", false
	giveSlot(&a.frameworks, slot, f.generation)
}
