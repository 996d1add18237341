package ledger

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// Lend lends a subscription what is free on an agent: it enters the loans into the book, and copies into the entry
// of the subscription there. It counts a pick.
func (lg *Ledger) Lend(slot slots.Agent, m slots.Subscription, loans []lending.Loan, copies *resource.Bag) {
	g, originals, d := lg.agents.At(slot), &lg.scratch.lend.originals, &lg.scratch.lend.usage
	originals.Reset()
	for _, l := range loans {
		originals.AddCount(lg.kinds.Count(l.Original, l.N))
		lg.lending.Lend(slot, m, lg.frameworks.Subscriptions.At(m).Role, l)
	}
	i := lg.OpenEntry(slot, g, m)
	lg.usageOf(d, i, copies)
	lg.addUsageToRoles(lg.frameworks.Subscriptions.At(m).Role, d, +1)
	lg.Entries.At(i).Resources.Add(copies)
	lg.CountPick(m, d)
	lg.agents.TakeFree(slot, g, originals)
	lg.Lingerings.Add(slot, g, copies)
	resource.Poison(originals)
}

// endLoans ends loans of a subscription that gives back b on an agent, or loses it since the agent goes. It returns
// b, or scratch memory that has originals in the place of what was lent.
func (lg *Ledger) endLoans(slot slots.Agent, m slots.Subscription, b *resource.Bag) *resource.Bag {
	if b.Flags&resource.Revocable == 0 || !lg.lending.On.Has(slot) {
		return b
	}
	back := &lg.scratch.release.back
	back.CopyFrom(b)
	for _, c := range b.Counts {
		if c.Flags()&resource.Revocable == 0 {
			continue
		}
		lg.lending.End(slot, m, c.Item(), c.N, func(original resource.ItemID, n int64) {
			back.SubCount(lg.kinds.Count(c.Item(), n), lg.kinds)
			back.AddCount(lg.kinds.Count(original, n))
		})
	}
	return back
}

// lent checks that borrowers hold what is lent to them.
func (lg validation) lent() error {
	for slot := range lg.lending.On.All {
		g := lg.agents.At(slot)
		for _, l := range lg.lending.OnAgent(slot) {
			i := g.FindEntry(l.Subscription)
			if !lg.agents.Alive.Has(slot) || i == slots.None || lg.Entries.At(i).Resources.Of(l.Copy) < lg.lending.OfCopy(slot, l.Subscription, l.Copy) {
				return assert.Broken("Loan", 1, "agent %q: subscription %d does not hold what is lent to it", g.Name, l.Subscription)
			}
		}
	}
	return lg.lending.Validate()
}
