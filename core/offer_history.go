package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// offerHistory is what a subscription was offered and what has become of it: the
// last offer and sums, so that it does not grow.
type offerHistory struct {
	at       Time // of the last offer
	agent    AgentID
	last     quantities.PastRow
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

// noteOffer notes that the last offer in the outcome goes to a subscription. What is
// in it is looked at when the cycle is over, once for each subscription.
func (c *allocationCycle) noteOffer(m subscriptionSlot, sub *subscription) {
	sub.offers++
	sub.lastOffer = uint32(len(c.out.Offers) - 1)
	if run := c.a.counters.runs; sub.offeredIn != run {
		sub.offeredIn = run
		c.offeredTo = append(c.offeredTo, m)
	}
}

// keepLastOffers keeps the last offer to each subscription that has got any.
func (c *allocationCycle) keepLastOffers() {
	a := c.a
	for _, m := range c.offeredTo {
		h := a.openHistory(m)
		o := &c.out.Offers[a.subscriptions.At(m).lastOffer]
		h.at, h.agent = a.now, o.Agent
		last := h.last.Begin(&a.names)
		for _, r := range c.out.ResourcesOf(o) {
			k := a.kinds.Get(uint32(r.Kind))
			amount := r.Amount
			if k.Flags&resource.RangesOrSet != 0 {
				amount = numbersIn(r.Begin, r.End)
			}
			last.Set(k.Name, addSaturating(last.At(k.Name), amount))
		}
	}
	c.offeredTo = c.offeredTo[:0]
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
	sum, row := past.Update(&a.names), &a.scratch.row
	row.Reset()
	b.Scalars(row, &a.kinds.Kinds)
	sum.AddCapped(*row)
	for _, x := range b.Intervals {
		n := a.kinds.Get(uint32(x.Kind)).Name
		sum.Set(n, addSaturating(sum.At(n), numbersIn(x.Begin, x.End)))
	}
}

// numbersIn returns the amount that an interval counts as, or the largest there is.
func numbersIn(begin, end uint64) Amount {
	return Amount(min(end-begin, uint64(quantities.MaxSum/Unit)-1)+1) * Unit
}

// historyOf returns a subscription's history as it is told.
func (a *Allocator) historyOf(m subscriptionSlot) OfferHistory {
	sub := a.subscriptions.At(m)
	e := OfferHistory{Offers: sub.offers}
	h := sub.history
	if h == nil {
		return e
	}
	e.Filters, e.Used, e.Unused = h.filters, a.amounts(h.used.Row(&a.names)), a.amounts(h.returned.Row(&a.names))
	if sub.offers > 0 {
		at := h.at
		e.LastOffer, e.Last = &at, a.amounts(h.last.Row(&a.names))
		if g, _, err := a.agentOf(h.agent); err == nil {
			e.LastAgent = g.name()
		}
	}
	return e
}

// history writes a subscription's history.
func (d *digester) history(sub *subscription) {
	d.numbers(sub.offers)
	if h := sub.history; h != nil {
		d.numbers(uint64(h.at), uint64(h.agent), h.filters)
		names := &d.a.names
		d.rows(h.last.Row(names), h.used.Row(names), h.returned.Row(names))
	}
}
