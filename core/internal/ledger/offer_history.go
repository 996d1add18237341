package ledger

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// LookAtNextHistory has the next of the histories drop what it has of names that have
// been forgotten, so that the memory is given back although nothing is offered to the
// subscription. To look at one is the bound: it is done each time that the clock is
// advanced, and nobody can tell how far it has come.
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

// CountReturned counts what was returned without use.
func (lg *Ledger) CountReturned(m slots.Subscription, b *resource.Bag) {
	lg.addToHistory(&lg.frameworks.OpenHistory(m).Returned, b)
}

// CountUsed counts what was told to be used by tasks of a role. Mesos's call does
// not say of which framework: it counts for the first on the agent's list that
// holds all of it for the role.
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
