package ledger

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// KeepLastOffer copies the last offer into the subscription's history if the entry is
// where it is kept (InEntry). Whoever changes an entry outside of a cycle calls it first.
func (lg *Ledger) KeepLastOffer(i slots.Entry) {
	e := lg.Entries.At(i)
	sub := lg.frameworks.Subscriptions.At(e.Subscription)
	if sub.LastOffer != i || sub.LastIn != frameworks.InEntry {
		return
	}
	h := lg.frameworks.OpenHistory(e.Subscription)
	sub.LastIn, h.Agent = frameworks.InHistory, lg.agents.AgentID(e.Agent)
	lg.kinds.SumUp(h.Last.Begin(lg.names), &e.Resources)
}

// LastOfferOf returns what a subscription was offered last, and of which agent. The row
// is a view of the history, or new.
func (lg *Ledger) LastOfferOf(sub *frameworks.Subscription) (api.AgentID, quantities.Row) {
	if sub.LastIn == frameworks.InEntry {
		e := lg.Entries.At(sub.LastOffer)
		var row quantities.Row
		lg.kinds.SumUp(&row, &e.Resources)
		return lg.agents.AgentID(e.Agent), row
	}
	h := sub.ReadHistory()
	return h.Agent, h.Last.Row(lg.names)
}
