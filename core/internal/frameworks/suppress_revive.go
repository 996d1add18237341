package frameworks

import "github.com/apportion/apportion/core/internal/slots"

// Suppress stops offers to a subscription.
func (fs *Frameworks) Suppress(m slots.Subscription) {
	fs.Subscriptions.At(m).Suppressed = true
	fs.SetActive(m)
}

// Revive ends the suppression and the filters of a subscription. ReviveOffers then stamps it as changed, and makes all
// agents candidates.
func (fs *Frameworks) Revive(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	sub.Suppressed = false
	sub.forgetRefusal(fs.names)
	fs.Filters.EndAll(m)
	fs.SetActive(m)
	if sub.Tracked {
		fs.roles.SetBlocked(fs.roles.Get(sub.Role), false)
	}
}
