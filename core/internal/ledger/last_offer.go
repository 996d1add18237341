package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// KeepLastOffer copies a subscription's last offer into its history if it stands in an
// entry (frameworks/last_offer.go). Whoever changes an entry outside of a cycle calls it
// first.
func (lg *Ledger) KeepLastOffer(i slots.Entry) {
	e := lg.Entries.At(i)
	if at, ok := lg.frameworks.Subscriptions.At(e.Subscription).InEntry(); ok && at == i {
		lg.kinds.SumUp(lg.frameworks.KeepOffer(e.Subscription, lg.agents.AgentID(e.Agent)), &e.Resources)
	}
}

// LastOfferOf returns what a subscription was offered last, and of which agent. The row
// is a view of the history, or new.
func (lg *Ledger) LastOfferOf(sub *frameworks.Subscription) (alloc.AgentID, quantities.Row) {
	if i, ok := sub.InEntry(); ok {
		e := lg.Entries.At(i)
		var row quantities.Row
		lg.kinds.SumUp(&row, &e.Resources)
		return lg.agents.AgentID(e.Agent), row
	}
	h := sub.ReadHistory()
	return h.Agent, h.Last.Row(lg.names)
}

// HasLastOffer reports whether a subscription's last offer can be found between cycles.
func (lg *Ledger) HasLastOffer(m slots.Subscription) bool {
	sub := lg.frameworks.Subscriptions.At(m)
	_, inOutcome := sub.InOutcome()
	i, inEntry := sub.InEntry()
	return !inOutcome && (!inEntry || lg.Entries.At(i).Subscription == m)
}
