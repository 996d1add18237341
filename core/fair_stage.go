package core

import "github.com/apportion/apportion/core/internal/slots"

// offerFair is the second stage for one agent: all that is left goes to the
// role, and in it the framework, furthest below its fair share, up to the
// role's limits and beyond the headroom that guarantees need.
func (v *visit) offerFair() {
	a, g := v.a, v.agent
	if g.Free.Empty() || !v.findAudience() {
		a.news.Dirty.Clear(v.slot)
		return
	}
	free, limited := v.limitedNames()
	if limited && free&^a.roles.ExhaustedForAll == 0 {
		return // every role has used its limits up
	}
	v.openRoles(free, (*allocationCycle).namesWithinLimits)
	v.quotaCut = v.roles.from == interestedClients // those left out are cut down to nothing
	allExhausted := limited && v.audience != theFew
	for !g.Free.Empty() && v.audience != nobody {
		client, ok := v.roles.next()
		if !ok {
			break
		}
		id := a.roles.ByClient[client]
		if limited {
			if left := v.c.namesWithinLimits(id, free|v.c.roles.names); left&free == 0 {
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
	v.c.countPicks()
	if !v.offered && !v.quotaCut {
		a.news.Dirty.Clear(v.slot)
	}
}

func (v *visit) offerFairInRole(id RoleID) {
	r := v.a.roles.Get(id)
	reachable := v.reservedFor(id)
	v.openFrameworks(id, r)
	for !reachable.Empty() && v.audience != nobody {
		client, ok := v.frameworks.next()
		if !ok {
			return
		}
		if v.offerFairTo(r.ByClient[client], reachable) {
			reachable = v.reservedFor(id)
		}
	}
}

// offerFairTo makes a subscription the offer that is due to it, if any.
func (v *visit) offerFairTo(m slots.Subscription, reachable portion) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	c := v.c
	offer, stripped := v.stripIncapable(reachable, t.capabilities)
	shrunk := false
	if c.out.Report.HasQuota {
		offer, shrunk = v.withinQuota(t.Role, offer)
	}
	if (stripped || shrunk) && !v.a.frameworks.Allocatable(offer.Bag, t.minimum) || !v.mayTake(&t, offer.Bag) {
		return false
	}
	given, holds := v.commit(m, offer)
	if c.out.Report.HasQuota {
		v.consumeFair(t.Role, given)
	}
	if !c.guaranteed.merge(v, m, given) {
		c.emit(v.slot, m, given, holds)
	}
	return true
}
