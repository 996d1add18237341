package core

import (
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
)

// historyOf returns a subscription's history as it is told.
func (a *Allocator) historyOf(m slots.Subscription) OfferHistory {
	sub := a.frameworks.Subscriptions.At(m)
	h := sub.ReadHistory()
	e := OfferHistory{
		Offers:  sub.Offers,
		Used:    a.amounts(h.Used.Row(a.names)),
		Unused:  a.amounts(h.Returned.Row(a.names)),
		Filters: h.Filters,
	}
	if sub.Offers > 0 {
		at := sub.OfferedAt
		agent, last := a.ledger.LastOfferOf(sub)
		e.LastOffer, e.Last = &at, a.amounts(last)
		if g, _, err := a.agents.AgentOf(agent); err == nil {
			e.LastAgent = g.Name()
		}
	}
	return e
}

// history writes a subscription's history.
func (d *digester) history(sub *frameworks.Subscription) {
	d.numbers(sub.Offers)
	if !sub.HasHistory() {
		return
	}
	h := sub.ReadHistory()
	agent, last := d.a.ledger.LastOfferOf(sub)
	d.numbers(uint64(sub.OfferedAt), uint64(agent), h.Filters)
	d.rows(last, h.Used.Row(d.a.names), h.Returned.Row(d.a.names))
}
