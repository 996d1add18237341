package frameworks

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// SetActive makes a subscription take part in its role's sorter, or not, after
// what its framework and its subscription say. A role without active subscriptions
// is inactive in a DRF role sorter, so that cycles do not visit it in vain; in
// a random one it still weighs in when its siblings' chances are worked out.
//
// DIVERGES: Mesos activates a framework in the sorter when it revives or
// gains a role, even if the framework itself is inactive, and offers to it
// or (in the first stage) aborts. Here an inactive framework gets no offers.
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
		fs.roles.ExhaustedForAll = 0
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
