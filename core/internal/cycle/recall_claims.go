package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// shareOn is a share of what is free on an agent, on which a recall for a role counts.
type shareOn struct {
	slot slots.Agent
	lending.Share
}

// claim is what a subscription would have of an agent once what is recalled for it there is back.
type claim struct {
	offer   resource.Bag   // what the guarantee stage would offer of what is free and lent together
	beside  resource.Bag   // the part of offer that fills the guarantee and cannot be lent
	filling quantities.Row // the part of offer that fills the guarantee and can be lent; give adds beside
	wanted  quantities.Row // filling, and what a minimum needs besides
	beyond  quantities.Row // max(0, back - free) of what can be lent: this is recalled
	back    resource.Bag   // the part of offer that is there once beyond has come back
	gets    quantities.Row // scratch: wanted + beside
	joins   bool           // something is recalled for the role there already: the claim needs no minimum of its own
}

// claimOf returns the claim of a subscription on an agent, or nil if the guarantee stage would offer it nothing of
// what is free and lent together. If what is free is enough, it returns nil, too, unless it is for a review. Of
// what is lent, back has no more than is wanted. The claim is good until the next call.
func (c *Cycle) claimOf(slot slots.Agent, g *agents.Agent, s slots.Subscription, reachable *resource.Bag, reviews bool) *claim {
	m, t, shrinker := &c.loans.recalling, c.Rules.TakerOf(s), c.visit.shrinker
	x := &m.claim
	if !c.Rules.IsEnough(t, reachable) || !c.Rules.MayUseGPUs(t.Capabilities, g) || !eligibility.MayUseRegion(t.Capabilities, g) {
		return nil
	}
	x.joins = !reviews && c.Lending.RecalledOn.Has(slot) && c.Lending.IsRecalledFor(slot, t.Role)
	countable := c.Rules.Countable(&x.wanted, reachable, t.Capabilities)
	m.there.mayDiffer = m.there.mayDiffer || countable != t.Capabilities
	capable := c.Rules.StripIncapable(&m.capable, reachable, countable)
	if !c.Rules.MayTake(t, g, capable) {
		return nil
	}
	shrinker.ConsiderLent(slot)
	limits := c.Roles.LimitsLeft(&m.limits, t.Role, capable)
	filling, ok := shrinker.FillingOffer(t.Role, capable, c.shortOf(t.Role), limits)
	if ok {
		c.findWanted(x, filling, t.Subscription.Minimum.Rows)
	}
	if !ok || !x.joins && !c.Rules.IsEnough(t, &x.back) || !c.Rules.MayTake(t, g, &x.back) {
		c.Demand.NoteCut(t.Role, shrinker.cut, 0)
		m.held.Note(shrinker.held)
		return nil
	}
	x.beyond.Reset()
	for _, n := range x.back.Counts {
		if c.Kinds.IsPooled(n) {
			x.beyond.Set(n.Name, max(0, alloc.Amount(n.N-m.there.free.Of(n.Item()))))
		}
	}
	if x.beyond.IsZero() && !reviews {
		m.there.mayDiffer = true // somebody else may be offered what is free
		return nil
	}
	return x
}

// findWanted works out the parts of a claim from the offer that would fill the guarantee. A claim that joins no
// recall also wants what one minimum of the subscription needs: the first that back meets without that, or else the
// first that the whole offer meets.
func (c *Cycle) findWanted(x *claim, filling FillingOffer, minimum []quantities.Row) {
	x.offer.CopyFrom(filling.Offer)
	x.wanted.Reset()
	x.beside.Reset()
	for _, n := range filling.guaranteed.Counts {
		if c.Kinds.IsPooled(n) {
			x.wanted.AddAt(n.Name, c.Kinds.Amount(n))
		} else {
			x.beside.AddCount(n)
		}
	}
	x.filling.CopyFrom(x.wanted)
	c.cutToWanted(x)
	if x.joins {
		return
	}
	meets := func(b *resource.Bag) int {
		return slices.IndexFunc(minimum, func(least quantities.Row) bool { return c.Frameworks.Allocatable(b, []quantities.Row{least}) })
	}
	first := meets(&x.back)
	if first < 0 {
		first = meets(&x.offer)
	}
	if first < 0 {
		return
	}
	for name, needed := range minimum[first].All() {
		for _, n := range x.offer.Counts {
			if n.Name == name && !c.Kinds.IsPooled(n) {
				needed -= c.Kinds.Amount(n)
			}
		}
		x.wanted.Set(name, max(needed, x.wanted.At(name)))
	}
	c.cutToWanted(x)
}

// cutToWanted sets back: of what can be lent min(offer, max(wanted, free)), and all else of the offer.
func (c *Cycle) cutToWanted(x *claim) {
	free := &c.loans.recalling.there.free
	x.back.CopyFrom(&x.offer)
	x.back.Counts = x.back.Counts[:0]
	for _, n := range x.offer.Counts {
		if c.Kinds.IsPooled(n) {
			n.N = min(n.N, max(int64(x.wanted.At(n.Name)), free.Of(n.Item())))
		}
		if n.N > 0 {
			x.back.Counts = append(x.back.Counts, n)
		}
	}
}

// give counts a claim as given to a role. What of the claim is free already becomes a share of the role, and is
// free for nobody else.
func (c *Cycle) give(slot slots.Agent, id alloc.RoleID, x *claim) {
	m := &c.loans.recalling
	x.beside.Scalars(&x.filling, c.Kinds)
	x.gets.CopyFrom(x.wanted)
	x.beside.Scalars(&x.gets, c.Kinds)
	c.Roles.Satisfy(id, x.gets, x.filling, &m.report.RequiredAfter)
	m.report.AvailableAfter.SubFloor(x.gets)
	for above := id; above != slots.NoRole; above = c.Roles.QuotaAbove(above) {
		m.given = append(m.given, above)
	}
	claimed := &x.beside
	for _, n := range x.offer.Counts {
		if n.N = min(n.N, int64(x.wanted.At(n.Name)), m.there.free.Of(n.Item())); n.N > 0 && c.Kinds.IsPooled(n) {
			claimed.AddCount(n)
		}
	}
	m.there.free.Sub(claimed, c.Kinds)
	back := alloc.EndOfTime
	if due := c.Lending.DueFor(slot, id); x.beyond.IsZero() {
		back = due // what is free makes up for all that is recalled
	} else if due != alloc.EndOfTime {
		back = c.Lending.BackFor(slot, id)
	}
	for _, n := range claimed.Counts {
		m.shares = append(m.shares, shareOn{slot, lending.Share{For: id, Original: n.Item(), N: n.N, Back: back}})
	}
}

// takeBeyond returns min(l.N, what is left of beyond), and takes that out of beyond.
func (x *claim) takeBeyond(l *lending.Loan) int64 {
	n := min(l.N, int64(x.beyond.At(l.Name)))
	x.beyond.AddAt(l.Name, -alloc.Amount(n))
	return n
}
