package cycle

import (
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// deferredPicks are the offers of a visit of which the sorters do not know yet. The visit tells them when it ends:
// until then its iterations go by the order at their start.
type deferredPicks struct{ list []deferredPick }

type deferredPick struct {
	subscription slots.Subscription
	delta        ledger.UsageDelta
}

// add returns a place for the usage of an offer that is being made.
func (d *deferredPicks) add(m slots.Subscription) *ledger.UsageDelta {
	d.list = container.OneMore(d.list)
	p := &d.list[len(d.list)-1]
	p.subscription = m
	return &p.delta
}

// latest returns the usage of the last offer of this visit.
func (d *deferredPicks) latest() *ledger.UsageDelta { return &d.list[len(d.list)-1].delta }

// count tells the sorters of the offers made on one agent, when its visit ends in either stage. The ledger, the
// sums of roles and what is free on the agent have counted each offer at once (visit.commit).
func (d *deferredPicks) count(lg *ledger.Ledger) {
	for i := range d.list {
		p := &d.list[i]
		lg.CountPick(p.subscription, &p.delta)
	}
	d.list = d.list[:0]
}
