package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// LookAtNextHistory has the next subscription's history drop what it has of forgotten
// names, so that its memory is given back though nothing is offered to the subscription.
// Each Advance cleans one history; callers cannot observe which.
func (lg *Ledger) LookAtNextHistory() {
	if lg.NextHistory++; int(lg.NextHistory) >= lg.frameworks.Subscriptions.Len() {
		lg.NextHistory = 0
	}
	if int(lg.NextHistory) < lg.frameworks.Subscriptions.Len() {
		if h := lg.frameworks.Subscriptions.At(lg.NextHistory).History; h != nil {
			h.Last.Update(lg.names)
			h.Used.Update(lg.names)
			h.Returned.Update(lg.names)
		}
	}
}

// CountReturned counts b, which was returned without use, in a subscription's history.
func (lg *Ledger) CountReturned(m slots.Subscription, b *resource.Bag) {
	lg.addToHistory(&lg.frameworks.OpenHistory(m).Returned, b)
}

// CountUsed counts b, which tasks of a role are told to use. Mesos's call does not name
// the framework: b counts for the first one on the agent's list that holds all of it for
// the role.
func (lg *Ledger) CountUsed(g *agents.Agent, r api.RoleID, b *resource.Bag) {
	for _, ref := range g.Entries {
		if lg.frameworks.Subscriptions.At(ref.Subscription).Role == r && lg.Entries.At(ref.Entry).Resources.Contains(b) {
			lg.addToHistory(&lg.frameworks.OpenHistory(ref.Subscription).Used, b)
			return
		}
	}
}

// addToHistory adds what is in a bag to a sum, up to the largest amount.
func (lg *Ledger) addToHistory(past *quantities.PastRow, b *resource.Bag) {
	row := &lg.scratch.row
	row.Reset()
	lg.kinds.SumUp(row, b)
	past.Update(lg.names).AddCapped(*row)
}
