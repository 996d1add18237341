package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// runGuaranteeStage visits agents until every guarantee is met. A cycle that spares none visits all.
func (c *Cycle) runGuaranteeStage() {
	report := &c.outcome.out.Report
	full := c.asksAll() && report.HasQuota
	if !full && report.RequiredBefore.IsZero() {
		return
	}
	c.beginStage(GuaranteeStage)
	for i := 0; i < len(c.list); i++ {
		if !full && report.RequiredAfter.IsZero() {
			return
		}
		c.prefetchAhead(i)
		c.visit.begin(slots.Agent(c.list[i]))
		c.visit.offerGuaranteed()
	}
}

// offerGuaranteed is the first stage for one agent. It offers roles whose guarantees are not met the resources that
// they lack, and with them the rest of the agent as far as limits and headroom allow. On an agent that is kept
// (lending/kept_agents.go) it leaves each role's share to that role.
func (v *visit) offerGuaranteed() {
	if !v.c.Demand.BeginGuarantees(v.slot, v.agent) {
		return
	}
	kept := &v.c.guaranteed
	start := len(kept.offers)
	v.keep = v.c.Lending.KeepOf(v.slot)
	for {
		id, ok := v.c.Demand.NextLacking()
		if !ok {
			break
		}
		v.offerGuaranteedInRole(id)
	}
	kept.close(v.slot, start)
	v.end()
}

// leftTo returns what is reservedFor a role. If the agent is kept, the shares of other roles are taken out
// (lending.Share).
func (v *visit) leftTo(id alloc.RoleID) *resource.Bag {
	reachable := v.reservedFor(id)
	if v.keep == nil {
		return reachable
	}
	v.keep.LeaveToOthers(id, &v.memory.own, reachable)
	return &v.memory.own
}

func (v *visit) offerGuaranteedInRole(id alloc.RoleID) {
	unsatisfied := &v.memory.unsatisfied
	v.c.Roles.Get(id).Unsatisfied(unsatisfied)
	reachable := v.leftTo(id)
	for !reachable.Empty() && !unsatisfied.IsZero() {
		m, ok := v.c.Demand.NextFramework()
		if !ok {
			break
		}
		if v.offerGuaranteedTo(m, reachable, unsatisfied) {
			reachable = v.leftTo(id)
		}
	}
}

// offerGuaranteedTo offers a subscription what gets its role closer to its guarantees, and lowers unsatisfied by
// the offer. It reports whether there is one.
func (v *visit) offerGuaranteedTo(m slots.Subscription, reachable *resource.Bag, unsatisfied *quantities.Row) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	capable := v.stripIncapable(reachable, t.Capabilities)
	if v.refuses(t, capable) {
		return false
	}
	limits := v.c.Roles.LimitsLeft(&v.memory.limits, t.Role, capable)
	v.shrinker.ConsiderGuarantee(v.slot, t.Role, v.c.Demand.Draws)
	x, ok := v.shrinker.FillingOffer(t.Role, capable, *unsatisfied, limits)
	tooLittle := !ok || !v.c.Rules.IsEnough(t, x.Offer)
	if tooLittle || !v.mayTake(t, x.Offer) {
		v.inVain(t, tooLittle)
		return false
	}
	if v.c.Lending.IsStillRecalled(v.slot, t.Role, &v.memory.rest) && !v.c.Rules.IsEnough(t, &v.memory.rest) {
		return false // the rest alone would be too little: it is offered all once the rest is back, or overdue
	}
	if v.shrinker.otherAmounts { // another order may give it more
		v.c.Demand.AskAgain()
	}
	cut := v.shrinker.cut
	v.c.Lending.NoteOffered(v.slot, t.Role, x.Offer)
	v.c.guaranteed.keep(v.slot, m, v.commit(m, x.Offer))
	v.consumeGuaranteed(t.Role, x.guaranteed, x.extra, unsatisfied)
	tooMuch := roles.NamesIn(*unsatisfied) // names still lacking: what was cut of them is a volume larger than that
	if limits != nil {
		tooMuch |= limits.Exhausted()
	}
	v.c.Demand.NoteCut(t.Role, cut&tooMuch, 0)
	return true
}

// consumeGuaranteed counts an offer of the guarantee stage in the report and in what roles consume. It lowers
// unsatisfied by the guaranteed and the extra scalars.
func (v *visit) consumeGuaranteed(id alloc.RoleID, guaranteed, extra *resource.Bag, unsatisfied *quantities.Row) {
	filling, used, report := &v.memory.filling, &v.memory.used, &v.c.outcome.out.Report
	guaranteed.SetScalars(filling, v.c.Kinds)
	used.CopyFrom(*filling)
	extra.Scalars(used, v.c.Kinds)
	unsatisfied.SubFloor(*used)
	report.AvailableAfter.SubFloor(*used)
	v.c.Roles.Satisfy(id, *used, *filling, &report.RequiredAfter)
}
