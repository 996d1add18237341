package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/lending"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// visit is one agent's turn in a stage of the cycle, and the memory that visits work in.
type visit struct {
	c *Cycle

	slot  slots.Agent
	agent *agents.Agent
	keep  *lending.Keep // for whom the agent is kept, in the guarantee stage; nil: for nobody

	shrinker *Shrinker
	memory   visitMemory
}

// visitMemory is where a visit puts resources together. Each step of an offer has a place
// of its own, which means nothing when the visit is over: under the build tag invariants the bags are spoilt then.
type visitMemory struct {
	reachable resource.Bag // the part of Agent.Free that a role may be offered
	own       resource.Bag // the part of reachable that is in no share of other roles
	rest      resource.Bag // what is still recalled for a role on the agent
	capable   resource.Bag // the part of reachable, or own, that a framework can receive
	merged    resource.Bag // the part of a fair offer that joins a kept one
	whole     resource.Bag // all that was free, if it cannot move into the ledger

	unsatisfied quantities.Row // of a role's guarantees
	limits      roles.Limits   // of a role
	filling     quantities.Row // scalars that fill a guarantee
	used        quantities.Row // scalars of an offer that count against quota
	shared      quantities.Row // of the shared volumes that may be offered
}

// begin begins the visit of an agent.
func (v *visit) begin(slot slots.Agent) {
	v.slot, v.agent = slot, v.c.Agents.At(slot)
}

// end ends the visit. The sorters learn of its offers.
func (v *visit) end() {
	v.c.picks.count(v.c.Ledger)
	m := &v.memory
	resource.Poison(&m.reachable, &m.own, &m.rest, &m.capable, &m.merged, &m.whole)
	v.shrinker.poison()
}

// eligible applies the rules that come before quota, in the order of Mesos's cycle: the minimum, GPUs, the region.
// Package demand has applied offer constraints before. ok is false if one of the rules keeps the subscription from
// every part of what its role may be offered.
func (v *visit) eligible(m slots.Subscription, reachable *resource.Bag) (t eligibility.Taker, ok bool) {
	rules := v.c.Rules
	t = rules.TakerOf(m)
	if !rules.IsEnough(t, reachable) {
		v.c.Demand.BelowMinimum(t.Subscription, reachable == v.agent.FreeBag())
		return t, false
	}
	return t, rules.MayUseGPUs(t.Capabilities, v.agent) && eligibility.MayUseRegion(t.Capabilities, v.agent)
}

// mayTake applies the rules that come after quota.
func (v *visit) mayTake(t eligibility.Taker, offer *resource.Bag) bool {
	return v.c.Rules.MayTake(t, v.agent, offer)
}

// refuses reports whether a subscription would take no part of whole, whatever quota leaves of it. Where each visit
// draws, it returns false without asking.
func (v *visit) refuses(t eligibility.Taker, whole *resource.Bag) bool {
	return !v.c.ShrinkOrder.EachVisitDraws() && !v.mayTake(t, whole)
}

// inVain notes that a subscription is not offered what quota has left: that is too little, or refused. If another
// order of cutting might leave what the subscription takes, the next cycle asks again.
func (v *visit) inVain(t eligibility.Taker, tooLittle bool) {
	s := v.shrinker
	v.c.Demand.NoteCut(t.Role, s.cut, s.held)
	if s.otherAmounts || s.otherKinds && !tooLittle {
		v.c.Demand.AskAgain()
	}
}

// reservedFor returns the free resources of the agent that a role may be offered. The
// bag is valid until something is offered.
func (v *visit) reservedFor(id alloc.RoleID) *resource.Bag {
	return v.c.Rules.ReservedFor(&v.memory.reachable, v.agent.FreeBag(), id)
}

// stripIncapable returns b without the resources that a framework cannot receive, and without shared volumes that
// cannot be counted once more: b itself if there are none.
func (v *visit) stripIncapable(b *resource.Bag, capabilities alloc.Capabilities) *resource.Bag {
	countable := v.c.Rules.Countable(&v.memory.shared, b, capabilities)
	if countable != capabilities {
		v.c.Demand.AskAgain()
	}
	return v.c.Rules.StripIncapable(&v.memory.capable, b, countable)
}

// commit enters an offer into the ledger, which takes it out of what is free and adds it to the sums of roles. The
// visit tells the sorters when it ends; the caller writes the report and the outcome. given is the bag that has the
// offer now: offer, or, if that was all that is free, the entry's bag or a copy.
func (v *visit) commit(m slots.Subscription, offer *resource.Bag) (given *resource.Bag) {
	c := v.c
	c.ShrinkOrder.Offered(v.slot, m, offer)
	delta := c.picks.add(m)
	i := c.Ledger.OpenEntry(v.slot, v.agent, m)
	if offer == v.agent.FreeBag() {
		offer = c.Ledger.AllocateAllFree(i, v.agent, &v.memory.whole, delta)
	} else {
		c.Ledger.Allocate(i, v.agent, offer, delta)
	}
	c.Schedule.OfferMade()
	return offer
}
