package frameworks

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/order"
)

// Track makes a subscription a client of its role's framework sorter, unless it is one. Whatever subscribes it calls
// Track, and the ledger does when a registered framework comes to hold something there.
func (fs *Frameworks) Track(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	if sub.Tracked {
		return
	}
	f := fs.At(sub.Framework)
	sub.Tracked = true
	sub.Client, sub.Place = fs.roles.Track(sub.Role, m, f.Name)
	if f.Rank != 0 {
		assert.Check(fs.roles.Get(sub.Role).Frameworks.SetClientRank(sub.Client, f.Rank))
	}
}

// untrack undoes Track. ForgetUnlessUsed calls it for a subscription that has ended and holds nothing.
func (fs *Frameworks) untrack(m slots.Subscription) {
	sub := fs.Subscriptions.At(m)
	sub.Subscribed = false
	fs.SetActive(m)
	moved := fs.roles.Untrack(sub.Role, sub.Client, sub.Place)
	fs.Subscriptions.At(moved).Place = sub.Place
	sub.Tracked = false
	sub.Client = order.NoClient
}

// SetSettings replaces the settings of a framework, and tells the sorters of its roles the
// rank.
func (fs *Frameworks) SetSettings(f *Framework, to alloc.Settings) {
	f.Settings = to
	for _, m := range f.Subscriptions {
		if sub := fs.Subscriptions.At(m); sub.Tracked {
			assert.Check(fs.roles.Get(sub.Role).Frameworks.SetClientRank(sub.Client, f.Rank))
		}
	}
}
