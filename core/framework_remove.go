package core

import (
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
)

// RemoveFramework removes a framework; what it was offered or had allocated
// becomes free.
//
// DIVERGES: Mesos may leave a part of what it held on the agent, since it subtracts a list
// of resources from itself while it iterates over it.
//
// Errors: CodeUnknownFramework, CodeStale.
func (a *Allocator) RemoveFramework(id FrameworkID) error {
	defer a.settle()
	f, slot, err := a.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	a.releaseAll(f, slot)
	for len(f.Subscriptions) > 0 {
		m := f.Subscriptions[len(f.Subscriptions)-1]
		a.frameworks.Filters.EndAll(m)
		a.frameworks.Subscriptions.At(m).Subscribed = false
		a.frameworks.ForgetUnlessUsed(m)
	}
	a.dropInverseFilters(slot)
	a.frameworks.ForgetFramework(slot)
	return nil
}

// releaseAll frees all that a framework holds.
func (a *Allocator) releaseAll(f *frameworks.Framework, slot slots.Framework) {
	b := &a.scratch.bags[0]
	agents := a.scratch.agents[:0]
	for _, m := range f.Subscriptions {
		sub := a.frameworks.Subscriptions.At(m)
		for sub.Entries != slots.None {
			e := a.ledger.Entries.At(sub.Entries)
			agents = append(agents, e.Agent)
			b.CopyFrom(&e.Resources)
			slot := e.Agent
			a.ledger.Release(sub.Entries, b)
			a.ledger.EndUseBeyondHeld(a.agents.At(slot), sub.Role)
		}
	}
	for _, x := range agents {
		a.vectors.ForgetFramework(x, slot)
	}
	a.scratch.agents = agents
}
