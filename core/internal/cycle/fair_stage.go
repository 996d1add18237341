package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/eligibility"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
)

// runFairStage visits all agents that are worth it.
func (c *Cycle) runFairStage() {
	c.beginStage(FairStage)
	for i := 0; i < len(c.toVisit); i++ {
		c.outcome.left, c.outcome.visited = len(c.toVisit)-i-1, i+1
		c.prefetchAhead(c.toVisit, i)
		if c.Lending.IsKept(slots.Agent(c.toVisit[i])) {
			c.Demand.LeaveForNext() // for those it is not kept for
			continue
		}
		c.visit.begin(slots.Agent(c.toVisit[i]))
		c.visit.offerFair()
	}
}

// offerFair is the second stage for one agent. All that is free goes to the role, and in
// it the framework, furthest below its fair share: up to the role's limits, and but for
// the headroom that guarantees need.
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

// offerFairTo makes a subscription the offer that is due to it, if any.
func (v *visit) offerFairTo(m slots.Subscription, reachable eligibility.Portion) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	c := v.c
	hasQuota := c.outcome.out.Report.HasQuota
	whole, stripped := v.stripIncapable(reachable, t.Capabilities)
	if v.refuses(t, whole.Bag) {
		return false
	}
	offer, shrunk := whole, false
	if hasQuota {
		offer, shrunk = v.withinQuota(t.Role, whole)
	}
	tooLittle := (stripped || shrunk) && !v.c.Rules.IsEnough(t, offer.Bag)
	if tooLittle || (shrunk || v.c.ShrinkOrder.EachVisitDraws()) && !v.mayTake(t, offer.Bag) {
		if hasQuota { // or else the shrinker has what it cut last
			v.inVain(t, whole.Bag, tooLittle)
		}
		return false
	}
	given, holds := v.commit(m, offer)
	if hasQuota {
		v.consumeFair(t.Role, given)
	}
	if !c.guaranteed.merge(v.slot, m, given, &v.memory.merged) {
		c.outcome.emit(v.slot, m, given, holds)
	}
	return true
}

// withinQuota returns the part of an offer that a role may have in the fair stage: its
// quota scalars up to the role's limits and the surplus over the headroom, all else
// whole. shrunk is false if neither bounds them: the offer is then returned as it is.
func (v *visit) withinQuota(id alloc.RoleID, offer eligibility.Portion) (within eligibility.Portion, shrunk bool) {
	v.shrinker.Consider(v.c.ShrinkOrder, v.slot, v.c.draws)
	limits := v.c.Roles.LimitsLeft(&v.memory.limits, id, offer.Bag)
	needsHeadroom := !v.c.outcome.out.Report.RequiredAfter.IsZero()
	if limits == nil && (!needsHeadroom || v.shrinker.surplusCovers(offer.Bag)) {
		return offer, false
	}
	left, _ := v.shrinker.ShrinkToQuota(offer.Bag, limits, needsHeadroom)
	return eligibility.Portion{Bag: left}, true
}

// consumeFair accounts for an offer of the fair stage, the latest.
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
