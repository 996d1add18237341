package frameworks

import "github.com/apportion/apportion/core/internal/slots"

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
	if active {
		fs.ActiveCount++
		fs.roles.Activate(sub.Role, sub.Client)
	} else {
		fs.ActiveCount--
		fs.roles.Deactivate(sub.Role, sub.Client)
	}
}
