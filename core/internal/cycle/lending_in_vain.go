package cycle

import (
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/tested"
)

// vainLending remembers on which agents nobody would take what may be lent, until they change
// or there are other lenders. Who has come since, or has changed, is asked alone.
//
// Invariants, of those who could borrow in the latest cycle that lent:
//  1. of an agent that is neither in cut nor in mixed, nobody would take anything if lenders could
//     lend all of it;
//  2. of one in cut, nobody would take anything while no amount exceeds that in amounts;
//  3. of one in mixed, nobody would take anything while all amounts are as in mixedAmounts.
type vainLending struct {
	agents       container.BitSet[slots.Agent]
	cut, mixed   container.BitSet[slots.Agent] // of agents, and of others
	hasMixed     bool                          // mixed may have some
	amounts      lending.Amounts
	mixedAmounts lending.Amounts

	// Of the cycle under way:
	asksNew bool            // about all agents
	asksCut bool            // everybody about those in cut: some amount exceeds that in amounts
	now     lending.Amounts // when it began, or later
	hasLent bool
	isStale bool            // it has lent since now
	hasCut  bool            // it has put an agent into cut
	whenCut lending.Amounts // when it last did
	since   bool            // it has lent since then
}

// verdict is what was found out about an agent of which nobody is lent anything.
type verdict struct {
	onlyNew   bool // only new borrowers were asked
	later     bool // somebody could not be asked
	wantsMore bool // somebody would take more than lenders may lend
	isMixed   bool // of a part that is
}

// begin begins to lend. It forgets what is not true with what may be lent now.
func (v *vainLending) begin(c *Cycle) {
	c.loans.lendable.AmountsNow(&v.now)
	v.hasLent, v.isStale, v.hasCut = false, false, false
	if !v.now.Match(&v.amounts) || tested.Of(c.options).FullPass {
		v.agents.Reset()
		v.amounts.CopyFrom(&v.now)
		v.mixedAmounts.CopyFrom(&v.now)
	}
	if !v.now.Equal(&v.mixedAmounts) {
		v.forgetMixed()
		v.mixedAmounts.CopyFrom(&v.now)
	}
	v.asksNew, v.asksCut = false, v.now.Exceed(&v.amounts)
	if v.asksCut {
		v.forgetAway(c)
	}
}

// noteNew follows that borrowers are found. Those who are new are asked about all agents.
func (v *vainLending) noteNew(c *Cycle) {
	v.asksNew = c.loans.borrowers.someNew
	if v.asksNew {
		v.forgetAway(c)
	}
}

// forgetAway forgets the agents that can not be lent now: nobody is asked about these.
func (v *vainLending) forgetAway(c *Cycle) {
	for i := range v.agents {
		v.agents[i] &= c.agents.Offerable.Word(i) & c.agents.Admitted.Word(i)
	}
}

// forgetMixed forgets the agents in mixed.
func (v *vainLending) forgetMixed() {
	if v.hasMixed {
		v.agents.Subtract(v.mixed)
		v.mixed.Reset()
		v.hasMixed = false
	}
}

// asks returns the agents about which somebody is asked, as the i-th word of a set.
func (v *vainLending) asks(c *Cycle, i int) uint64 {
	all, spared := c.agents.Offerable.Word(i)&c.agents.Admitted.Word(i), v.agents.Word(i)
	switch {
	case v.asksNew:
		return all
	case v.asksCut:
		spared &^= v.cut.Word(i)
	}
	return all &^ spared
}

// asksNobody reports whether nobody is asked about any agent.
func (v *vainLending) asksNobody(c *Cycle) bool {
	for i := range c.agents.Offerable {
		if v.asks(c, i) != 0 {
			return false
		}
	}
	return true
}

// knows reports whether only new borrowers, if there are any, are asked about an agent.
func (v *vainLending) knows(slot slots.Agent) bool {
	return v.agents.Has(slot) && !(v.asksCut && v.cut.Has(slot))
}

// lent follows that something of an agent was lent: less may be lent.
func (v *vainLending) lent(c *Cycle, slot slots.Agent) {
	v.agents.Clear(slot)
	v.hasLent, v.isStale, v.since = true, true, true
	v.forgetMixed()
	if v.asksCut {
		v.asksCut = v.amountsNow(c).Exceed(&v.amounts)
	}
}

// amountsNow returns what may be lent now, to be read.
func (v *vainLending) amountsNow(c *Cycle) *lending.Amounts {
	if v.isStale {
		v.isStale = false
		c.loans.lendable.AmountsNow(&v.now)
	}
	return &v.now
}

// learn notes what was found out about an agent.
func (v *vainLending) learn(c *Cycle, slot slots.Agent, x verdict) {
	if x.later || x.isMixed && v.hasLent {
		v.agents.Clear(slot)
		return
	}
	v.agents.Set(slot)
	isCut := x.wantsMore && !x.isMixed
	v.cut.Put(slot, isCut || x.onlyNew && v.cut.Has(slot))
	v.mixed.Put(slot, x.isMixed || x.onlyNew && v.mixed.Has(slot))
	v.hasMixed = v.hasMixed || x.isMixed
	if isCut && (v.since || !v.hasCut) {
		v.whenCut.CopyFrom(v.amountsNow(c))
		v.hasCut, v.since = true, false
	}
}

// end ends what a cycle lends. If it has asked about all agents in cut, at least as much
// could be lent of each as of the last of them.
func (v *vainLending) end() {
	switch {
	case !v.hasCut:
	case v.asksCut:
		v.amounts.CopyFrom(&v.whenCut)
	default:
		v.amounts.Lower(&v.whenCut)
	}
}
