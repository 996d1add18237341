package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// runFairStage visits the agents of the list that are not kept (lending/kept_agents.go).
func (c *Cycle) runFairStage() {
	c.beginStage(FairStage)
	for i := 0; i < len(c.list); i++ {
		c.outcome.left, c.outcome.out.Report.Visited = len(c.list)-i-1, i+1
		c.prefetchAhead(i)
		if c.Lending.IsKept(slots.Agent(c.list[i])) {
			c.Demand.CountAgain() // the next cycle asks those for whom it is not kept
			continue
		}
		c.visit.begin(slots.Agent(c.list[i]))
		c.visit.offerFair()
	}
}

// offerFair is the second stage for one agent. It offers what is free to roles in the order of the role sorter, and
// in a role to frameworks in the order of its sorter: whoever is furthest below its fair share comes first. An
// offer stays within the role's limits and leaves the headroom that guarantees need.
//
// A visit leaves behind: entries in the ledger, and less that is free (commit); the roles'
// consumption and the report; picks in the sorters (end); and in
// demand whether the agent was offered in vain, and who was asked with too little room.
func (v *visit) offerFair() {
	if !v.c.Demand.BeginFair(v.slot, v.agent) {
		v.shrinker.reportAllHeldBack(v.agent.FreeBag(), v.c.Demand.HeldBack())
		return
	}
	for !v.agent.Free.Empty() {
		id, ok := v.c.Demand.NextFair()
		if !ok {
			break
		}
		v.offerFairInRole(id)
	}
	offered := len(v.c.picks.list) > 0
	v.end()
	v.c.Demand.EndFair(offered)
}

func (v *visit) offerFairInRole(id alloc.RoleID) {
	reachable := v.reservedFor(id)
	for !reachable.Empty() {
		m, ok := v.c.Demand.NextFramework()
		if !ok {
			break
		}
		if v.offerFairTo(m, reachable) {
			reachable = v.reservedFor(id)
		}
	}
}

// offerFairTo makes a subscription the offer that is due to it, and reports whether there is one.
func (v *visit) offerFairTo(m slots.Subscription, reachable *resource.Bag) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	c := v.c
	hasQuota := c.outcome.out.Report.HasQuota
	whole := v.stripIncapable(reachable, t.Capabilities)
	if v.refuses(t, whole) {
		return false
	}
	offer := whole
	if hasQuota {
		offer = v.withinQuota(t.Role, whole)
	}
	tooLittle := offer != reachable && !v.c.Rules.IsEnough(t, offer)
	if tooLittle || (offer != whole || v.c.ShrinkOrder.EachVisitDraws()) && !v.mayTake(t, offer) {
		if hasQuota { // without quota the shrinker was not asked: its notes are on an earlier offer
			v.inVain(t, tooLittle)
		}
		return false
	}
	given := v.commit(m, offer)
	if hasQuota {
		v.consumeFair(t.Role, given)
	}
	if !c.guaranteed.merge(v.slot, m, given, &v.memory.merged) {
		c.outcome.emit(v.slot, m, given)
	}
	return true
}

// withinQuota returns the part of an offer that a role may have in the fair stage: the offer itself if quota cuts
// nothing. It cuts quota scalars to the role's limits and to the surplus over the headroom; all else stays whole.
func (v *visit) withinQuota(id alloc.RoleID, offer *resource.Bag) *resource.Bag {
	v.shrinker.Consider(v.slot, v.c.Demand.Draws)
	limits := v.c.Roles.LimitsLeft(&v.memory.limits, id, offer)
	needsHeadroom := !v.c.outcome.out.Report.RequiredAfter.IsZero()
	if limits == nil && !needsHeadroom {
		return offer
	}
	if left, isCut := v.shrinker.ShrinkToQuota(offer, limits, needsHeadroom); isCut {
		return left
	}
	return offer
}

// consumeFair counts the latest offer of the fair stage: in AvailableAfter and in what roles consume.
func (v *visit) consumeFair(id alloc.RoleID, offer *resource.Bag) {
	delta := v.c.picks.latest()
	used := delta.Framework
	if !delta.Plain {
		scalars := &v.memory.used
		scalars.Reset()
		offer.ScalarsOf(scalars, v.c.Kinds, resource.QuotaMask, 0)
		used = *scalars
	}
	v.c.outcome.out.Report.AvailableAfter.SubFloor(used)
	v.c.Roles.Consume(id, used)
}
