package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// removedFramework is the scratch memory of Remove.
type removedFramework struct {
	held resource.Bag  // on one agent
	on   []slots.Agent // where it held something
}

// Remove removes a framework (core.Allocator.RemoveFramework).
func (o *Frameworks) Remove(id api.FrameworkID) error {
	f, slot, err := o.frameworks.FrameworkOf(id)
	if err != nil {
		return err
	}
	name := f.Name
	o.releaseAll(f, slot)
	o.dropInverseFilters(slot)
	o.frameworks.Remove(slot)
	o.forgetInverseAnswers(name)
	return nil
}

// releaseAll frees all that a framework holds.
func (o *Frameworks) releaseAll(f *frameworks.Framework, slot slots.Framework) {
	x := &o.remove
	x.on = x.on[:0]
	for _, m := range f.Subscriptions {
		sub := o.frameworks.Subscriptions.At(m)
		for sub.Entries != slots.None {
			e := o.ledger.Entries.At(sub.Entries)
			on := e.Agent
			x.on = append(x.on, on)
			x.held.CopyFrom(e.Held())
			o.ledger.Release(sub.Entries, &x.held)
			o.ledger.EndUseBeyondHeld(o.agents.At(on), sub.Role)
		}
	}
	for _, on := range x.on {
		o.shrinkOrder.FrameworkGone(on, slot)
	}
}
