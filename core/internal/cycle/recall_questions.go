package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// fillsWithLoans reports whether the guarantee stage would offer a subscription something of what is free
// and lent together on an agent, and for that needs what is lent. Extra that is lent is no part of it. It writes
// the offer, what of it fills the guarantee and cannot be lent, how much is wanted of what can, and how much of
// that is beyond what is free. A review takes what is free alone, too.
func (c *Cycle) fillsWithLoans(slot slots.Agent, g *agents.Agent, s slots.Subscription, reachable eligibility.Portion) bool {
	m, t, shrinker := &c.loans.recalling, c.Rules.TakerOf(s), &c.visit.shrinker
	if !c.Rules.IsEnough(t, reachable.Bag) || !c.Rules.MayUseGPUs(t.Capabilities, g) || !eligibility.MayUseRegion(t.Capabilities, g) {
		return false
	}
	m.joins = !m.reviewing && c.Lending.RecalledOn.Has(slot) && c.Lending.IsRecalledFor(slot, t.Role)
	countable := c.Rules.Countable(&m.wanted, reachable, t.Capabilities)
	m.mayDiffer = m.mayDiffer || countable != t.Capabilities
	capable, _ := c.Rules.StripIncapable(&m.capable, reachable, countable)
	if !c.Rules.MayTake(t, g, capable.Bag) {
		return false
	}
	shrinker.ConsiderLent(c.ShrinkOrder, slot)
	limits := c.Roles.LimitsLeft(&m.limits, t.Role, capable.Bag)
	x, ok := shrinker.FillingOffer(t.Role, capable.Bag, c.shortOf(t.Role), limits)
	if ok {
		c.findWanted(x, c.Frameworks.Minimum(t.Subscription))
	}
	if !ok || !m.joins && !c.Rules.IsEnough(t, &m.back) || !c.Rules.MayTake(t, g, &m.back) {
		c.Demand.NoteCut(t.Role, shrinker.cut, 0)
		m.held.Note(shrinker.held)
		return false
	}
	m.beyond.Reset()
	for _, n := range m.back.Counts {
		if c.Kinds.IsPooled(n) {
			m.beyond.Set(n.Name, max(0, alloc.Amount(n.N-m.free.Of(n.Item()))))
		}
	}
	if m.beyond.IsZero() && !m.reviewing {
		m.mayDiffer = true // somebody else may be offered what is free
		return false
	}
	return true
}

// findWanted works out what somebody wants of an offer: what fills the guarantee and, if that joins nothing, what a
// minimum needs besides, one that what is free is enough for, if there is one.
func (c *Cycle) findWanted(x FillingOffer, minimum []quantities.Row) {
	m := &c.loans.recalling
	m.offer.CopyFrom(x.Offer)
	m.wanted.Reset()
	m.beside.Reset()
	for _, n := range x.guaranteed.Counts {
		if c.Kinds.IsPooled(n) {
			m.wanted.AddAt(n.Name, c.Kinds.Amount(n))
		} else {
			m.beside.AddCount(n)
		}
	}
	m.filling.CopyFrom(m.wanted)
	c.cutToWanted()
	if m.joins {
		return
	}
	meets := func(b *resource.Bag) int {
		return slices.IndexFunc(minimum, func(least quantities.Row) bool { return c.Frameworks.Allocatable(b, []quantities.Row{least}) })
	}
	first := meets(&m.back)
	if first < 0 {
		first = meets(&m.offer)
	}
	if first < 0 {
		return
	}
	for name, needed := range minimum[first].All() {
		for _, n := range m.offer.Counts {
			if n.Name == name && !c.Kinds.IsPooled(n) {
				needed -= c.Kinds.Amount(n)
			}
		}
		m.wanted.Set(name, max(needed, m.wanted.At(name)))
	}
	c.cutToWanted()
}

// cutToWanted makes m.back what there is of the offer once what is wanted is back.
func (c *Cycle) cutToWanted() {
	m := &c.loans.recalling
	m.back.CopyFrom(&m.offer)
	m.back.Counts = m.back.Counts[:0]
	for _, n := range m.offer.Counts {
		if c.Kinds.IsPooled(n) {
			n.N = min(n.N, max(int64(m.wanted.At(n.Name)), m.free.Of(n.Item())))
		}
		if n.N > 0 {
			m.back.Counts = append(m.back.Counts, n)
		}
	}
}

// ownerWants reports whether somebody would be offered what is reserved for a role, or for one above it, on an
// agent, free and lent together.
func (c *Cycle) ownerWants(slot slots.Agent, id alloc.RoleID) bool {
	m, g := &c.loans.recalling, c.Agents.At(slot)
	if !c.Agents.Admitted.Has(slot) {
		return false
	}
	m.bag.Select(g.FreeBag(), resource.Reserved, resource.Reserved, c.Kinds)
	c.Lending.AddOriginals(&m.bag, slot, func(l *lending.Loan) bool { return l.Reserved && c.Lending.ReservingRole(l) == id })
	reserved := c.Rules.ReservedFor(&m.reachable, &m.bag, id)
	isTaken := func(s slots.Subscription) bool { return c.Rules.WouldTake(&m.capable, s, g, reserved) != nil }
	wants := slices.ContainsFunc(c.Roles.Get(id).Subscriptions, isTaken)
	for below := range c.Roles.Below(id) {
		wants = wants || slices.ContainsFunc(c.Roles.Get(below).Subscriptions, isTaken)
	}
	return wants
}

// askOwners recalls the reservations that are lent on an agent and that somebody would be offered, and ends
// the other recalls of reservations. It reports whether it recalls anything.
func (c *Cycle) askOwners(slot slots.Agent) (recalls bool) {
	m := &c.loans.recalling
	clear(m.owners)
	for i, l := range c.Lending.OnAgent(slot) {
		if !l.Reserved {
			continue
		}
		id := c.Lending.ReservingRole(&l)
		wanted, asked := m.owners[id]
		if !asked {
			wanted = c.ownerWants(slot, id)
			m.owners[id] = wanted
		}
		if wanted && !l.IsRecalled() {
			c.recallPart(slot, i, l.N, id)
			recalls = true
		}
	}
	if len(m.owners) > 0 {
		c.endRecalls(slot, func(l *lending.Loan) int64 { return l.N * int64(assert.BoolInt(!l.Reserved || m.owners[l.For])) })
	}
	return recalls
}
