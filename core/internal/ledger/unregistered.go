package ledger

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// CountUnregisteredUse tells the sorters and the role tree what a framework held before
// it was registered. AddFramework calls it once, after Register.
func (lg *Ledger) CountUnregisteredUse(slot slots.Framework) {
	d := &lg.scratch.countUnregisteredUse.usage
	b := &lg.scratch.countUnregisteredUse.held
	for _, m := range lg.frameworks.At(slot).Subscriptions {
		first := lg.frameworks.Subscriptions.At(m).FirstEntry
		if first != slots.None {
			lg.frameworks.Track(m)
		}
		for i := first; i != slots.None; i = lg.Entries.At(i).NextOfSubscription {
			// A shared volume counts once: usageOf against an entry that is
			// still empty.
			e := lg.Entries.At(i)
			b.CopyFrom(&e.Resources)
			e.Resources.Reset()
			lg.usageOf(d, i, b)
			e.Resources.Add(b)
			lg.addUsageToRoles(lg.frameworks.Subscriptions.At(m).Role, d, +1)
			lg.CountPick(m, d)
			lg.countUnregistered(b, -1)
		}
	}
}

// countUnregistered adds b, which an entry of an unregistered framework holds, to
// Ledger.UnregisteredUse and ClusterAmounts.SharedUse, or takes it out.
func (lg *Ledger) countUnregistered(b *resource.Bag, sign quantities.Amount) {
	b.CountScalars(&lg.UnregisteredUse, lg.kinds, 0, 0, sign)
	b.CountScalars(&lg.Cluster.SharedUse, lg.kinds, resource.Shared, resource.Shared, sign)
}
