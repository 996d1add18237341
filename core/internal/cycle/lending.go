package cycle

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// At the end of a cycle of all agents, the cycle lends what roles may lend and nobody has taken: it offers that as
// revocable. On each agent it goes through the borrowers, the smallest share of the pool first, and lends to the
// first that would take what it may have there.

// lendingMemory is what lending and recalling work in, and what both remember.
type lendingMemory struct {
	lendable  lending.Lendable
	borrowers borrowers
	kept      container.BitSet[slots.Agent] // agents with recalls that were kept while the cycle made ordinary offers
	offered   []offeredOn                   // the ordinary offers of this cycle, sorted
	asked     changes.Asked                 // up to when borrowers were asked about each agent in vain
	recalling recallingMemory
}

// offeredOn is a subscription (the low 32 bits) that was offered something on an agent (the high ones).
type offeredOn uint64

// lend lends what may be lent of what the cycle has left free.
func (c *Cycle) lend() {
	m := &c.loans
	m.lendable.Open(c.Lending, &c.outcome.out.Report.RequiredAfter, c.Totals.Total())
	if m.lendable.HasMoreRoom() {
		m.lendable.BeginMarks()
		c.Changes.LendingChanged()
	}
	if m.lendable.IsEmpty() {
		return
	}
	c.list, _ = m.asked.AppendPending(c.list[:0], c.Schedule.Candidates, c.Agents.Offerable, c.Agents.Admitted, c.asksAll())
	if len(c.list) == 0 {
		return
	}
	c.noteOffered()
	m.borrowers.find(c)
	for _, slot := range c.list {
		if c.lendOn(slots.Agent(slot)) && m.lendable.IsEmpty() {
			return
		}
	}
}

// lendOn lends what may be lent of an agent to the first borrower that would take it, and reports whether there is
// one. If the agent or the room to lend has changed since all were asked in vain, it asks all; else only those that
// have changed.
func (c *Cycle) lendOn(slot slots.Agent) (lent bool) {
	if c.loans.kept.Has(slot) || c.Lending.IsKept(slot) {
		return false // what is free may be in the share of a role that was not offered it
	}
	m, g, upTo, later := &c.loans, c.Agents.At(slot), c.loans.asked.UpTo(slot), false
	everybody := c.asksAll() || m.asked.AsksAll(slot)
	m.lendable.ComeTo(g.FreeBag())
	for i := 0; i < len(m.borrowers.all); i++ {
		b := &m.borrowers.all[i]
		if !everybody && b.changed <= upTo {
			continue
		}
		part, copies := m.lendable.Part(b.role)
		if len(part) == 0 && m.lendable.LeavesNothing(b.role) {
			m.borrowers.all = slices.Delete(m.borrowers.all, i, i+1) // it may be lent nothing of other agents either
			i--
			continue
		}
		if len(part) == 0 || c.Rules.WouldTake(&m.recalling.capable, b.slot, g, copies) == nil {
			continue
		}
		if _, was := slices.BinarySearch(m.offered, placeOfOffer(slot, b.slot)); was {
			later = true
			continue
		}
		c.lendTo(slot, b.slot, part, copies)
		m.borrowers.move(c, i)
		return true
	}
	if !later {
		m.asked.InVain(slot)
	}
	return false
}

func placeOfOffer(slot slots.Agent, m slots.Subscription) offeredOn {
	return offeredOn(slot)<<32 | offeredOn(m)
}

// noteOffered lists which subscription was offered something on which agent. A cycle makes a subscription at most
// one offer on an agent, and so lends it nothing there.
func (c *Cycle) noteOffered() {
	m := &c.loans
	m.offered = m.offered[:0]
	for i := range c.outcome.out.Offers {
		o := &c.outcome.out.Offers[i]
		_, f, err := c.Frameworks.FrameworkOf(o.Framework)
		if err == nil {
			m.offered = append(m.offered, placeOfOffer(agents.SlotOf(o.Agent), c.Frameworks.FindSubscription(f, o.Role)))
		}
	}
	slices.Sort(m.offered)
}

// lendTo lends a part of an agent to a borrower. The next cycle asks about recalls there again, since there is more
// to recall.
func (c *Cycle) lendTo(slot slots.Agent, m slots.Subscription, part []lending.Loan, copies *resource.Bag) {
	c.Ledger.Lend(slot, m, part, copies)
	c.loans.lendable.Take(part)
	c.loans.recalling.asked.Forget(slot)
	c.Schedule.OfferMade()
	c.outcome.emit(slot, m, copies)
}

// LoanOf returns a loan as callers see it.
func (a *Cycle) LoanOf(slot slots.Agent, l *lending.Loan) alloc.Loan {
	sub := a.Frameworks.Subscriptions.At(l.Subscription)
	x := alloc.Loan{
		Framework: a.Frameworks.FrameworkID(sub.Framework), Role: sub.Role, Agent: a.Agents.AgentID(slot),
		Reserved: l.Reserved,
		Original: a.Kinds.HostsKind(l.Original),
		Lent:     alloc.Resource{Kind: a.Kinds.HostsKind(l.Copy), Amount: alloc.Amount(l.N)},
		Since:    l.Since, Recalled: l.IsRecalled(), Due: l.Due, Cost: l.Cost,
	}
	if x.Recalled {
		x.For = l.For
	}
	return x
}
