package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// offerFair is the second stage for one agent. All that is free goes to the role, and in
// it the framework, furthest below its fair share: up to the role's limits, and but for
// the headroom that guarantees need.
func (v *Visit) offerFair() {
	a, g := v.a, v.Agent
	if g.Free.Empty() || !v.findAudience() {
		a.news.Dirty.Clear(v.Slot)
		return
	}
	free, limited := v.limitedNames()
	if limited && free&^a.roles.ExhaustedForAll == 0 {
		return // every role has used its limits up
	}
	v.openRoles(free, (*Cycle).namesWithinLimits)
	v.quotaCut = v.roles.from == interestedClients // those left out are cut down to nothing
	allExhausted := limited && v.audience != theFew
	for !g.Free.Empty() && v.audience != nobody {
		client, ok := v.roles.next()
		if !ok {
			break
		}
		id := a.roles.ByClient[client]
		if limited {
			if left := v.C.namesWithinLimits(id, free|v.C.Roles.names); left&free == 0 {
				v.quotaCut = true
				v.passRole(left)
				continue
			}
		}
		allExhausted = false
		v.offerFairInRole(id)
	}
	if allExhausted {
		a.roles.ExhaustedForAll |= free
	}
	v.C.countPicks()
	if !v.offered && !v.quotaCut {
		a.news.Dirty.Clear(v.Slot)
	}
}

func (v *Visit) offerFairInRole(id api.RoleID) {
	r := v.a.roles.Get(id)
	reachable := v.ReservedFor(id)
	v.openFrameworks(id, r)
	for !reachable.Empty() && v.audience != nobody {
		client, ok := v.frameworks.next()
		if !ok {
			return
		}
		if v.offerFairTo(r.ByClient[client], reachable) {
			reachable = v.ReservedFor(id)
		}
	}
}

// offerFairTo makes a subscription the offer that is due to it, if any.
func (v *Visit) offerFairTo(m slots.Subscription, reachable Portion) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	c := v.C
	offer, stripped := v.StripIncapable(reachable, t.capabilities)
	shrunk := false
	if c.Out.Report.HasQuota {
		offer, shrunk = v.withinQuota(t.Role, offer)
	}
	if (stripped || shrunk) && !v.a.frameworks.Allocatable(offer.Bag, t.minimum) || !v.mayTake(&t, offer.Bag) {
		return false
	}
	given, holds := v.commit(m, offer)
	if c.Out.Report.HasQuota {
		v.consumeFair(t.Role, given)
	}
	if !c.guaranteed.merge(v, m, given) {
		c.emit(v.Slot, m, given, holds)
	}
	return true
}
