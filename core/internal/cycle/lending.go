package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/changes"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/ledger"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// At the end of a cycle of all agents, what is kept back for roles that lend and that nobody
// has taken is offered as revocable: on each agent to the subscription with the smallest share
// of what is lent that would take it.

// lendingMemory is what lending and recalling work in.
type lendingMemory struct {
	borrowers borrowers
	offered   map[placeOfOffer]bool // of this cycle, before anything was lent
	lendable  lending.Lendable
	agents    []slots.Agent // of one word of those that may be lent
	vain      vainLending
	looked    LookedForLoans
	latest    changes.Tick // of the latest cycle that recalled and lent

	vainRecalls vainRecalls
	asked       map[asked]bool // what was found out in this cycle
	askers      map[api.RoleID][]slots.Subscription
	recallable  recallable
	back        resource.Bag // what an agent has free once its loans are back
	reachable   resource.Bag // the part of that for a role
	capable     resource.Bag // the part of that for a framework
}

// LookedForLoans counts what the latest cycle looked at: tests hold cycles in vain to it.
type LookedForLoans struct {
	Agents    int // of which something might be lent
	Borrowers int // by agent
	Lenders   int // by agent and resource, for everybody or for those below one lender
	Askers    int // by agent, if something is to be recalled
	Reviewed  int // agents with recalls, or with reservations that somebody may need
	Loans     int // that somebody may ask for, if something is to be recalled, then by need
}

// LookedForLoans returns what the latest cycle looked at.
func (c *Cycle) LookedForLoans() LookedForLoans { return c.loans.looked }

type placeOfOffer struct {
	agent        slots.Agent
	subscription slots.Subscription
}

// lend lends what is left of a cycle.
func (c *Cycle) lend() {
	m := &c.loans
	m.lendable.Open(c.lending, c.names)
	if m.lendable.IsEmpty() {
		return
	}
	m.vain.begin(c)
	if !m.borrowers.mayBeNew(c) && m.vain.asksNobody(c) || !c.findBorrowers() {
		return
	}
	m.vain.noteNew(c)
	c.noteOffered()
	for i := range c.agents.Offerable {
		if word := m.vain.asks(c, i); word != 0 && !c.lendOnAll(i, word) {
			break
		}
	}
	m.vain.end()
	m.looked.Lenders = m.lendable.Looked()
}

// lendOnAll lends what may be lent of agents, the i-th word of those of the cluster. It returns
// false if there is nothing more to be lent, and nobody else to be asked.
func (c *Cycle) lendOnAll(i int, word uint64) bool {
	m := &c.loans
	m.agents = container.AppendWord(m.agents[:0], i, word)
	for _, slot := range m.agents {
		if !m.vain.asksNew && m.vain.knows(slot) {
			continue // since the last word, what more could be lent is lent
		}
		if !c.lendOn(slot) && !m.vain.asksNew && m.lendable.IsEmpty() {
			return false
		}
	}
	return true
}

// lendOn lends what may be lent of an agent to the first that would take it. It returns false if
// lenders may lend nothing of it.
func (c *Cycle) lendOn(slot slots.Agent) bool {
	g, m := c.agents.At(slot), &c.loans
	m.looked.Agents++
	m.lendable.ComeTo(g.FreeBag())
	whole, list := m.lendable.PartBelow(-1), m.borrowers.list
	if whole.Uncut().Empty() {
		list = nil // nobody may be lent anything, whatever lenders may lend
	}
	x := verdict{onlyNew: m.vain.knows(slot)}
	for at := range list {
		b := &list[at]
		if x.onlyNew && !b.isNew {
			continue
		}
		m.looked.Borrowers++
		if len(m.offered) > 0 && m.offered[placeOfOffer{slot, b.slot}] {
			x.later = true
			continue
		}
		if part := c.partFor(g, b, whole, &x); part != nil {
			c.lendTo(slot, g, b.slot, part)
			c.moveBorrower(at)
			m.vain.lent(c, slot)
			return true
		}
		if x.wantsMore && len(whole.Loans) == 0 {
			break
		}
	}
	m.vain.learn(c, slot, x)
	return len(whole.Loans) > 0 || len(list) == 0
}

// partFor returns the part of an agent that a borrower would take, nil if there is none. It notes
// whether the borrower would take more than lenders may lend.
func (c *Cycle) partFor(g *agents.Agent, b *borrower, whole *lending.Part, x *verdict) *lending.Part {
	if !c.wouldTake(g, b.slot, whole.Uncut()) {
		return nil // nor would it take its own part, which has no more of any resource
	}
	part := whole
	if !whole.IsCut() || c.wouldTake(g, b.slot, whole.Copies()) {
		part = c.loans.lendable.PartBelow(b.lender)
		if part == whole || c.wouldTake(g, b.slot, part.Copies()) {
			return part
		}
		if !c.wouldTake(g, b.slot, part.Uncut()) {
			return nil
		}
	}
	x.wantsMore, x.isMixed = true, x.isMixed || part.IsMixed
	return nil
}

// noteOffered notes who was offered something where: a cycle makes at most one offer there.
func (c *Cycle) noteOffered() {
	c.loans.offered = map[placeOfOffer]bool{}
	for i := range c.outcome.out.Offers {
		o := &c.outcome.out.Offers[i]
		_, agent, err := c.agents.AgentOf(o.Agent)
		_, framework, err2 := c.frameworks.FrameworkOf(o.Framework)
		if err == nil && err2 == nil {
			c.loans.offered[placeOfOffer{agent, c.frameworks.FindSubscription(framework, o.Role)}] = true
		}
	}
}

// lendTo lends a part of an agent to a borrower.
func (c *Cycle) lendTo(slot slots.Agent, g *agents.Agent, m slots.Subscription, p *lending.Part) {
	holds := g.FindEntry(m) == slots.None
	i := ledger.Lend(c.ledger, slot, m, p.Loans, p.Copies())
	if !holds {
		i = slots.None
	}
	c.loans.lendable.Take(p)
	c.news.OfferMade()
	c.outcome.emit(slot, m, p.Copies(), i)
}

// wouldTake reports whether nothing but quota keeps an offer on an agent from a subscription.
func (c *Cycle) wouldTake(g *agents.Agent, s slots.Subscription, offer *resource.Bag) bool {
	sub := c.frameworks.Subscriptions.At(s)
	capabilities := c.frameworks.At(sub.Framework).Capabilities
	return !g.IsExcluded(s) && c.Rules.MayUseGPUs(capabilities, g) && eligibility.MayUseRegion(capabilities, g) &&
		c.Rules.AgentIsCapable(g.Capabilities, sub.Role, capabilities) &&
		c.frameworks.Allocatable(offer, c.frameworks.Minimum(sub)) && !c.frameworks.Filtered(g, s, offer)
}

// LoanOf returns a loan as callers see it.
func (a *Cluster) LoanOf(slot slots.Agent, l *lending.Loan) api.Loan {
	sub := a.frameworks.Subscriptions.At(l.Subscription)
	return api.Loan{
		Framework: a.frameworks.FrameworkID(sub.Framework), Role: sub.Role, Agent: a.agents.AgentID(slot),
		Lender: l.Lender, Reserved: l.Reserved,
		Original: api.KindID(l.Original),
		Lent:     api.Resource{Kind: api.KindID(l.Copy), Amount: api.Amount(l.N)},
		Since:    l.Since, Recalled: l.IsRecalled(), For: l.For, Due: l.Due,
	}
}
