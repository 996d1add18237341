package cycle

import (
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/kinds"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// noteOffer notes that the last offer in the outcome is also the last one made to a
// subscription. holds is the entry that has just the offer, or slots.None.
func (c *Cycle) noteOffer(m slots.Subscription, sub *frameworks.Subscription, holds slots.Entry) {
	if !notesOffers {
		return
	}
	sub.Offers++
	sub.OfferedAt = c.a.news.Now
	if holds != slots.None {
		sub.LastOffer, sub.LastIn = holds, frameworks.InEntry
		return
	}
	if sub.LastIn != frameworks.InOutcome {
		c.offeredMore = append(c.offeredMore, m)
	}
	sub.LastOffer, sub.LastIn = uint32(len(c.Out.Offers)-1), frameworks.InOutcome
}

// keepLastOffers copies last offers from the outcome into histories where no entry has
// just the offer, since the framework held something before. It ends the cycle.
func (c *Cycle) keepLastOffers() {
	a := c.a
	for _, m := range c.offeredMore {
		sub := a.frameworks.Subscriptions.At(m)
		if sub.LastIn != frameworks.InOutcome {
			continue // it was offered something else after that
		}
		o := &c.Out.Offers[sub.LastOffer]
		h := a.frameworks.OpenHistory(m)
		sub.LastIn, h.Agent = frameworks.InHistory, o.Agent
		last := h.Last.Begin(a.names)
		for _, r := range c.Out.ResourcesOf(o) {
			k := a.kinds.Get(uint32(r.Kind))
			amount := r.Amount
			if k.Flags&resource.RangesOrSet != 0 {
				amount = kinds.NumbersIn(r.Begin, r.End)
			}
			last.Set(k.Name, kinds.AddSaturating(last.At(k.Name), amount))
		}
	}
	c.offeredMore = c.offeredMore[:0]
}
