package ledger

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// EnterUseOf enters that the subscription of an entry holds b, which was never free on the
// agent. The caller works out Agent.Free (RefreshFree).
func (lg *Ledger) EnterUseOf(i slots.Entry, b *resource.Bag) {
	e := lg.Entries.At(i)
	sub := lg.frameworks.Subscriptions.At(e.Subscription)
	lg.KeepLastOffer(i)
	if !lg.frameworks.At(sub.Framework).Registered {
		lg.CountUnregistered(b, +1)
		e.Resources.Add(b)
		return
	}
	lg.frameworks.Track(e.Subscription)
	d := &lg.scratch.enterUseOf.usage
	lg.UsageOf(d, i, b)
	lg.AddUsageToRoles(sub.Role, d, +1)
	e.Resources.Add(b)
	lg.CountPick(e.Subscription, d)
}
