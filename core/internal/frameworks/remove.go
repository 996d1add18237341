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
	if f.Registered {
		last := fs.Registered[len(fs.Registered)-1]
		fs.Registered[f.Place] = last
		fs.At(last).Place = f.Place
		fs.Registered = fs.Registered[:len(fs.Registered)-1]
		f.Registered = false
	}
	f.Name, f.Active = "", false
	agents.GiveSlot(&fs.Pool, slot, f.Generation)
}
