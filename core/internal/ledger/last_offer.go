package ledger

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// KeepLastOffer copies a subscription's last offer into its history if the offer stands in entry e in slot i
// (frameworks/last_offer.go). Whoever changes an entry outside of a cycle calls KeepLastOffer first. A cycle does
// not: what it enters is the last offer now.
func (lg *Ledger) KeepLastOffer(i slots.Entry, e *Entry, sub *frameworks.Subscription) {
	if sub.LastOffer == i {
		lg.kinds.SumUp(lg.frameworks.KeepOffer(e.Subscription, lg.agents.AgentID(e.Agent)), &e.Resources)
	}
}

// LastOfferOf returns what a subscription was offered last, and of which agent. The row
// is a view of the history, or new.
func (lg *Ledger) LastOfferOf(sub *frameworks.Subscription) (alloc.AgentID, quantities.Row) {
	if sub.LastOffer != slots.None {
		e := lg.Entries.At(sub.LastOffer)
		var row quantities.Row
		lg.kinds.SumUp(&row, &e.Resources)
		return lg.agents.AgentID(e.Agent), row
	}
	h := sub.ReadHistory()
	return h.Agent, h.Last.Row(lg.names)
}
