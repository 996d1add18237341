package core

import "github.com/apportion/apportion/core/internal/frameworks"

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
