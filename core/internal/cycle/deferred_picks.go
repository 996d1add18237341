package cycle

import (
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/slots"
)

// deferredPicks are offers that the sorters do not know of yet. They learn of them after
// the visit, whose iterations go by the order at their start.
type deferredPicks struct {
	list []deferredPick
	used int
}

type deferredPick struct {
	subscription slots.Subscription
	delta        ledger.UsageDelta
}

// add returns a place for the usage of an offer that is being made.
func (d *deferredPicks) add(m slots.Subscription) *ledger.UsageDelta {
	if d.used == len(d.list) {
		d.list = append(d.list, deferredPick{})
	}
	p := &d.list[d.used]
	p.subscription = m
	d.used++
	return &p.delta
}

// latest is the usage of the offer made last, of this visit.
func (d *deferredPicks) latest() *ledger.UsageDelta { return &d.list[d.used-1].delta }

// count tells the sorters of the offers made on one agent, when its visit ends in either stage. All else knew
// of each at once (visit.commit): the ledger, the sums of roles, and what is free on the agent.
func (d *deferredPicks) count(lg *ledger.Ledger) {
	for i := range d.used {
		p := &d.list[i]
		lg.CountPick(p.subscription, &p.delta)
	}
	d.used = 0
}
