package explain

import "github.com/apportion/apportion/core/internal/slots"

// HistoryOf returns a subscription's history as it is told.
func (ex *Explainer) HistoryOf(m slots.Subscription) OfferHistory {
	sub := ex.frameworks.Subscriptions.At(m)
	h := sub.ReadHistory()
	e := OfferHistory{
		Offers:  sub.Offers,
		Used:    ex.Amounts(h.Used.Row(ex.names)),
		Unused:  ex.Amounts(h.Returned.Row(ex.names)),
		Filters: h.Filters,
	}
	if sub.Offers > 0 {
		at := sub.OfferedAt
		agent, last := ex.ledger.LastOfferOf(sub)
		e.LastOffer, e.Last = &at, ex.Amounts(last)
		if g, _, err := ex.agents.AgentOf(agent); err == nil {
			e.LastAgent = g.Name()
		}
	}
	return e
}
