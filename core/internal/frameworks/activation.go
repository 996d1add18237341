package frameworks

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// SetActive activates a subscription in its role's sorter, or deactivates it, as
// invariant 3 of Subscription asks, and the role in the role sorter as TakesPart says.
//
// DIVERGES: Mesos activates an inactive framework in the sorter when it revives or gains
// a role, and then offers to it or (in the first stage) aborts. Here it gets no offers.
func (fs *Frameworks) SetActive(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	active := sub.Tracked && sub.Subscribed && !sub.Suppressed && fs.At(sub.Framework).Active
	if active == sub.Active {
		return
	}
	sub.Active = active
	fs.Active.Put(m, active)
	r := fs.roles.Get(sub.Role)
	if active {
		fs.roles.Activations++
		fs.ActiveCount++
		assert.Check(r.Frameworks.Activate(sub.Client))
		fs.roles.Unblock(r)
		if r.Active++; r.Active == 1 {
			assert.Check(fs.roles.Sorter.Activate(r.Client))
		}
		return
	}
	fs.ActiveCount--
	assert.Check(r.Frameworks.Deactivate(sub.Client))
	if r.Active--; !fs.roles.TakesPart(r) {
		assert.Check(fs.roles.Sorter.Deactivate(r.Client))
	}
}
