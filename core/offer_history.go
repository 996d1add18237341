package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// offerHistory is what a subscription was offered and what has become of it: the
// last offer and sums, so that it does not grow.
type offerHistory struct {
	agent    AgentID            // of the last offer, once that is written down
	last     quantities.PastRow // likewise, see lastOffer
	used     quantities.PastRow // sums that stop at the largest amount
	returned quantities.PastRow
	filters  uint64
}

// lookAtNextHistory has the next of the histories drop what it has of names that have
// been forgotten, so that the memory is given back although nothing is offered to the
// subscription. To look at one is the bound: it is done each time that the clock is
// advanced, and nobody can tell how far it has come.
func (a *Allocator) lookAtNextHistory() {
	if a.nextHistory++; int(a.nextHistory) >= a.subscriptions.Len() {
		a.nextHistory = 0
	}
	if int(a.nextHistory) < a.subscriptions.Len() {
		if h := a.subscriptions.At(a.nextHistory).history; h != nil {
			h.last.Update(&a.names)
			h.used.Update(&a.names)
			h.returned.Update(&a.names)
		}
	}
}

// openHistory returns a subscription's history.
func (a *Allocator) openHistory(m subscriptionSlot) *offerHistory {
	sub := a.subscriptions.At(m)
	if sub.history == nil {
		sub.history = new(offerHistory)
	}
	return sub.history
}

// countReturned counts what was returned without use.
func (a *Allocator) countReturned(m subscriptionSlot, b *resource.Bag) {
	a.addToHistory(&a.openHistory(m).returned, b)
}

// countUsed counts what was told to be used by tasks of a role. Mesos's call does
// not say of which framework: it counts for the first on the agent's list that
// holds all of it for the role.
func (a *Allocator) countUsed(g *agent, r RoleID, b *resource.Bag) {
	for _, ref := range g.entries {
		if a.subscriptions.At(ref.subscription).role == r && a.entries.At(ref.entry).resources.Contains(b) {
			a.addToHistory(&a.openHistory(ref.subscription).used, b)
			return
		}
	}
}

// addToHistory adds what is in a bag to a sum, up to the largest amount.
func (a *Allocator) addToHistory(past *quantities.PastRow, b *resource.Bag) {
	row := &a.scratch.row
	row.Reset()
	a.kinds.sumUp(row, b)
	past.Update(&a.names).AddCapped(*row)
}

// sumUp sets row, which is empty, to what is in a bag, where a number in a range and
// an item of a set count as one, up to the largest amount.
func (t *kinds) sumUp(row *quantities.Row, b *resource.Bag) {
	b.Scalars(row, &t.Kinds)
	for _, x := range b.Intervals {
		n := t.Get(uint32(x.Kind)).Name
		row.Set(n, addSaturating(row.At(n), numbersIn(x.Begin, x.End)))
	}
}

// numbersIn returns the amount that an interval counts as, or the largest there is.
func numbersIn(begin, end uint64) Amount {
	return Amount(min(end-begin, uint64(quantities.MaxSum/Unit)-1)+1) * Unit
}

// historyOf returns a subscription's history as it is told.
func (a *Allocator) historyOf(m subscriptionSlot) OfferHistory {
	sub := a.subscriptions.At(m)
	h := sub.readHistory()
	e := OfferHistory{
		Offers:  sub.offers,
		Used:    a.amounts(h.used.Row(&a.names)),
		Unused:  a.amounts(h.returned.Row(&a.names)),
		Filters: h.filters,
	}
	if sub.offers > 0 {
		at := sub.offeredAt
		agent, last := a.lastOfferOf(sub)
		e.LastOffer, e.Last = &at, a.amounts(last)
		if g, _, err := a.agentOf(agent); err == nil {
			e.LastAgent = g.name()
		}
	}
	return e
}

// history writes a subscription's history.
func (d *digester) history(sub *subscription) {
	d.numbers(sub.offers)
	if !sub.hasHistory() {
		return
	}
	h := sub.readHistory()
	agent, last := d.a.lastOfferOf(sub)
	d.numbers(uint64(sub.offeredAt), uint64(agent), h.filters)
	d.rows(last, h.used.Row(&d.a.names), h.returned.Row(&d.a.names))
}
