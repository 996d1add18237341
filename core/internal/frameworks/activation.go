package frameworks

import "github.com/apportion/apportion/core/internal/slots"

// SetActive activates a subscription in its role's sorter, or deactivates it there, as invariant 3 of
// Subscription asks. As takesPart says, the role becomes active in the role sorter with its first active
// subscription, and inactive with its last. Each activation of a subscription unblocks the role.
//
// DIVERGES: Mesos activates an inactive framework in the sorter when it revives or gains
// a role, and then offers to it or (in the first stage) aborts. Here it gets no offers.
func (fs *Frameworks) SetActive(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	active := sub.Tracked && sub.Subscribed && !sub.Suppressed && fs.At(sub.Framework).Active
	if active == fs.Active.Has(m) {
		return
	}
	fs.Active.Put(m, active)
	if active {
		fs.ActiveCount++
		fs.roles.Activate(sub.Role, sub.Client)
	} else {
		fs.ActiveCount--
		fs.roles.Deactivate(sub.Role, sub.Client)
	}
}

// Activate lets a framework be offered resources in the roles that it has not suppressed. The calls that
// add or activate a framework call it, and then make all agents candidates.
func (fs *Frameworks) Activate(f *Framework) {
	f.Active = true
	for _, m := range f.Subscriptions {
		if !fs.Active.Has(m) {
			fs.Subscriptions.At(m).forgetRefusal(fs.names)
		}
		fs.SetActive(m)
	}
}

// Deactivate stops offers to a framework and ends its filters. What it has suppressed stays so. Subscriptions that
// have ended and hold nothing are forgotten.
func (fs *Frameworks) Deactivate(f *Framework) {
	f.Active = false
	for i := len(f.Subscriptions) - 1; i >= 0; i-- {
		m := f.Subscriptions[i]
		fs.SetActive(m)
		fs.Filters.EndAll(m)
		fs.ForgetUnlessUsed(m)
	}
}
