package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
)

// Remove forgets a framework that holds nothing and has no filters for inverse offers.
func (fs *Frameworks) Remove(slot slots.Framework) {
	f := fs.At(slot)
	for len(f.Subscriptions) > 0 {
		m := f.Subscriptions[len(f.Subscriptions)-1]
		fs.Filters.EndAll(m)
		fs.Subscriptions.At(m).Subscribed = false
		fs.ForgetUnlessUsed(m)
	}
	fs.forget(slot)
}

// forget frees the slot of a framework without subscriptions.
func (fs *Frameworks) forget(slot slots.Framework) {
	f := fs.At(slot)
	delete(fs.ByName, f.Name)
	fs.Registered.Clear(slot)
	*f = Framework{Generation: f.Generation}
	agents.GiveSlot(&fs.Pool, slot, f.Generation)
}
