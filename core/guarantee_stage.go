package core

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// offerGuaranteed is the first stage for one agent: roles whose guarantees
// are not met are offered what they lack, and with it the rest of the agent
// as far as limits and headroom allow.
func (v *visit) offerGuaranteed() {
	c := v.c
	free := v.namesForGuarantees()
	if free == 0 || !v.findAudience() {
		return
	}
	start := len(c.guaranteed.offers)
	v.openRoles(free, (*allocationCycle).lackedNames)
	for free != 0 && v.audience != nobody {
		client, ok := v.roles.next()
		if !ok {
			break
		}
		id := v.a.roles.ByClient[client]
		if lacks := c.lackedNames(id, roles.AllNames); lacks&free == 0 {
			v.passRole(lacks)
			continue
		}
		v.offerGuaranteedInRole(id)
		free = v.namesForGuarantees()
	}
	c.countPicks()
	c.guaranteed.close(v.slot, start)
}

// namesForGuarantees returns the names of what is free on an agent and can fill
// a guarantee of anyone. Where visits in vain draw random numbers it is all
// names: to come past a role that lacks something else is to draw.
func (v *visit) namesForGuarantees() roles.NameSet {
	g := v.agent
	if g.Free.Empty() {
		return 0
	}
	if v.a.options.Test.FullPass {
		return roles.AllNames
	}
	var free roles.NameSet
	for _, n := range g.Free.Counts {
		if n.Flags()&resource.QuotaMask == 0 {
			free |= roles.NameBit(n.Name)
		}
	}
	required := roles.NamesIn(v.c.out.Report.RequiredAfter)
	if v.c.drawsInVain && required != 0 {
		return roles.AllNames
	}
	return free & required
}

// lackedNames returns the names of what a role's guarantees lack.
func (c *allocationCycle) lackedNames(id RoleID, _ roles.NameSet) roles.NameSet {
	r := c.a.roles.Get(id)
	var lacks roles.NameSet
	for n, q := range r.Quota.Guarantees.Near() {
		if name := quantities.Name(n); q > 0 && q > r.Consumed.At(name) {
			lacks |= roles.NameBit(name)
		}
	}
	for n, q := range r.Quota.Guarantees.Far() {
		if q > r.Consumed.At(n) {
			return lacks | roles.NameBit(n)
		}
	}
	return lacks
}

func (v *visit) offerGuaranteedInRole(id RoleID) {
	r := v.a.roles.Get(id)
	unsatisfied := &v.memory.unsatisfied
	v.quotas.Of(id).Unsatisfied(unsatisfied)
	reachable := v.reservedFor(id)
	v.openFrameworks(id, r)
	for !reachable.Empty() && !unsatisfied.IsZero() && v.audience != nobody {
		client, ok := v.frameworks.next()
		if !ok {
			return
		}
		if v.offerGuaranteedTo(r.ByClient[client], reachable, unsatisfied) {
			reachable = v.reservedFor(id)
		}
	}
}

// offerGuaranteedTo makes a subscription an offer if it gets the role closer to
// its guarantees, of which it lowers what is unsatisfied.
func (v *visit) offerGuaranteedTo(m slots.Subscription, reachable portion, unsatisfied *quantities.Row) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	capable, _ := v.stripIncapable(reachable, t.capabilities)
	x, ok := v.fillingOffer(t.Role, capable.Bag, *unsatisfied)
	if !ok || !v.a.frameworks.Allocatable(x.offer, t.minimum) || !v.mayTake(&t, x.offer) {
		return false
	}
	given, holds := v.commit(m, portion{Bag: x.offer})
	v.c.guaranteed.keep(v.slot, m, given, holds)
	v.consumeGuaranteed(t.Role, x.guaranteed, x.extra, unsatisfied)
	return true
}

// fillingOffer is an offer of the first stage, and its parts that quota is about.
type fillingOffer struct {
	guaranteed, extra, offer *resource.Bag
}

// fillingOffer returns what of resources that a framework can receive gets the
// role closer to its guarantees, with what goes along. ok is false if nothing
// does.
func (v *visit) fillingOffer(id RoleID, capable *resource.Bag, unsatisfied quantities.Row) (x fillingOffer, ok bool) {
	kinds := &v.a.kinds.Kinds
	v.shrinkOrder.Consider(v.slot, v.c.draws)
	quota := &v.memory.quota
	quota.Select(capable, resource.QuotaMask, 0, kinds)
	x.guaranteed = v.fillGuarantees(id, quota, unsatisfied)
	if x.guaranteed.Empty() {
		return x, false
	}
	quota.Sub(x.guaranteed, kinds)
	v.shrinkOrder.OnceGuaranteed(quota)
	x.extra = v.extraScalars(id, quota, x.guaranteed)
	x.offer = v.guaranteedOffer(id, capable, x.guaranteed, x.extra)
	return x, true
}

// fillGuarantees returns what of the quota scalars fills a role's guarantees.
func (v *visit) fillGuarantees(id RoleID, quota *resource.Bag, unsatisfied quantities.Row) *resource.Bag {
	room := &v.memory.room
	room.Reset()
	room.Add(unsatisfied)
	guaranteed := &v.memory.guaranteed
	v.shrink(guaranteed, quota, *room, nil)
	if !v.a.options.NestedQuota {
		return guaranteed
	}
	// A role's guarantee is within its own limit, but not always within those
	// of its ancestors.
	limits := &v.memory.limits
	if !v.quotas.LimitsLeft(limits, id, quantities.Row{}, guaranteed) {
		return guaranteed
	}
	v.shrink(&v.memory.withinAncestors, guaranteed, limits.Amounts, &limits.Finite)
	return &v.memory.withinAncestors
}

// extraScalars returns what of the quota scalars a role may burst to above its
// guarantees: up to its limits, and without touching the headroom of others.
func (v *visit) extraScalars(id RoleID, quota, guaranteed *resource.Bag) *resource.Bag {
	filling := &v.memory.filling
	filling.Reset()
	guaranteed.Scalars(filling, &v.a.kinds.Kinds)
	left := quota
	limits := &v.memory.limits
	if v.quotas.LimitsLeft(limits, id, *filling, quota) {
		v.shrink(&v.memory.withinLimits, left, limits.Amounts, &limits.Finite)
		left = &v.memory.withinLimits
	}
	if !v.c.out.Report.RequiredAfter.IsZero() && !left.Empty() {
		// The guaranteed part lowers both sides of the difference alike.
		v.shrink(&v.memory.withinHeadroom, left, v.headroomSurplus(left), nil)
		left = &v.memory.withinHeadroom
	}
	return left
}

// guaranteedOffer puts together what goes along with a guarantee: the role's
// own reservations, ranges, sets and revocable resources of b.
func (v *visit) guaranteedOffer(id RoleID, b, guaranteed, extra *resource.Bag) *resource.Bag {
	offer := &v.memory.offer
	offer.Reset()
	for _, n := range b.Counts {
		if n.Flags()&resource.Revocable != 0 || n.Flags()&resource.Reserved != 0 && v.a.kinds.ReservingRole(n) == id {
			offer.Counts = append(offer.Counts, n)
			offer.Flags |= n.Flags()
		}
	}
	for _, x := range b.Intervals {
		offer.Intervals = append(offer.Intervals, x)
		offer.Flags |= v.a.kinds.Flags(uint32(x.Kind))
	}
	offer.Add(guaranteed)
	offer.Add(extra)
	return offer
}

// consumeGuaranteed accounts for an offer of the first stage.
func (v *visit) consumeGuaranteed(id RoleID, guaranteed, extra *resource.Bag, unsatisfied *quantities.Row) {
	filling, used := &v.memory.filling, &v.memory.used
	filling.Reset()
	guaranteed.Scalars(filling, &v.a.kinds.Kinds)
	used.Reset()
	used.Add(*filling)
	extra.Scalars(used, &v.a.kinds.Kinds)
	unsatisfied.SubFloor(*used)
	v.satisfy(id, *used, *filling)
}
