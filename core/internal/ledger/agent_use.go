package ledger

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// EnterUseOf enters that a subscription holds b, which was never free on the agent. The
// caller works out Agent.Free (RefreshFree).
func (lg *Ledger) EnterUseOf(m slots.Subscription, slot slots.Agent, b *resource.Bag) {
	sub := lg.frameworks.Subscriptions.At(m)
	i := lg.OpenEntry(slot, m)
	lg.KeepLastOffer(i)
	if !lg.frameworks.At(sub.Framework).Registered {
		lg.CountUnregistered(b, +1)
		lg.Entries.At(i).Resources.Add(b)
		return
	}
	lg.frameworks.Track(m)
	d := &lg.scratch.enterUseOf.usage
	lg.UsageOf(d, i, b)
	lg.AddUsageToRoles(sub.Role, d, +1)
	lg.Entries.At(i).Resources.Add(b)
	lg.CountPick(m, d)
}
