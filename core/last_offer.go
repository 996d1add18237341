package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// lastOfferPlace says where it stands what a subscription was offered last.
//
// Mostly an offer is all of what the framework then holds on the agent in the role,
// until it answers: the ledger has it. A cycle writes down no more than which entry
// that is, and it is copied to the history when the entry is about to change, which
// calls do that have it at hand anyway. The next offer may come before that.
type lastOfferPlace uint8

const (
	inHistory lastOfferPlace = iota // or there was none
	inEntry                         // subscription.lastOffer, which holds nothing else
	inOutcome                       // of the cycle under way, as the lastOffer-th
)

// noteOffer notes that the last offer in the outcome goes to a subscription. If an
// entry holds just that, it is named.
func (c *allocationCycle) noteOffer(m subscriptionSlot, sub *subscription, holds entrySlot) {
	if !notesOffers {
		return
	}
	sub.offers++
	sub.offeredAt = c.a.now
	if holds != none {
		sub.lastOffer, sub.lastIn = holds, inEntry
		return
	}
	if sub.lastIn != inOutcome {
		c.offeredMore = append(c.offeredMore, m)
	}
	sub.lastOffer, sub.lastIn = uint32(len(c.out.Offers)-1), inOutcome
}

// keepLastOffers writes down the last offers that the ledger does not tell from what
// the frameworks held before. It ends the cycle.
func (c *allocationCycle) keepLastOffers() {
	a := c.a
	for _, m := range c.offeredMore {
		sub := a.subscriptions.At(m)
		if sub.lastIn != inOutcome {
			continue // it was offered something else after that
		}
		o := &c.out.Offers[sub.lastOffer]
		h := a.openHistory(m)
		sub.lastIn, h.agent = inHistory, o.Agent
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
	c.offeredMore = c.offeredMore[:0]
}

// keepLastOffer writes down a last offer that an entry holds. Whoever changes an entry
// outside of a cycle calls it before.
func (a *Allocator) keepLastOffer(i entrySlot) {
	e := a.entries.At(i)
	sub := a.subscriptions.At(e.subscription)
	if sub.lastOffer != i || sub.lastIn != inEntry {
		return
	}
	h := a.openHistory(e.subscription)
	sub.lastIn, h.agent = inHistory, a.agentID(e.agent)
	a.kinds.sumUp(h.last.Begin(&a.names), &e.resources)
}

// lastOfferOf returns what a subscription was offered last, and of which agent. The
// row is a view, or new.
func (a *Allocator) lastOfferOf(sub *subscription) (AgentID, quantities.Row) {
	if sub.lastIn == inEntry {
		e := a.entries.At(sub.lastOffer)
		var row quantities.Row
		a.kinds.sumUp(&row, &e.resources)
		return a.agentID(e.agent), row
	}
	h := sub.readHistory()
	return h.agent, h.last.Row(&a.names)
}

// hasHistory reports whether there is more to tell of a subscription than of a new one.
func (s *subscription) hasHistory() bool { return s.history != nil || s.lastIn == inEntry }

// noHistory is what there is to tell of a subscription for which nothing was written down.
var noHistory offerHistory

// readHistory returns what was written down of a subscription, to be read only.
func (s *subscription) readHistory() *offerHistory {
	if s.history == nil {
		return &noHistory
	}
	return s.history
}
