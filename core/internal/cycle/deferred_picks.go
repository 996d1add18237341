package cycle

import (
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// deferredPicks are offers that the sorters do not know of yet. They learn of them after
// the visit, whose iterations go by the order at their start.
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

// latest is the usage of the offer made last, of this visit.
func (d *deferredPicks) latest() *ledger.UsageDelta { return &d.list[len(d.list)-1].delta }

// count tells the sorters of the offers made on one agent, when its visit ends in either stage. All else knew
// of each at once (visit.commit): the ledger, the sums of roles, and what is free on the agent.
func (d *deferredPicks) count(lg *ledger.Ledger) {
	for i := range d.list {
		p := &d.list[i]
		lg.CountPick(p.subscription, &p.delta)
	}
	d.list = d.list[:0]
}
