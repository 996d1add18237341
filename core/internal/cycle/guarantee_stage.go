package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/quantities"
)

// offerGuaranteed is the first stage for one agent. Roles whose guarantees are not met
// are offered the resources that they lack, and with them the rest of the agent as far as
// limits and headroom allow.
func (v *Visit) offerGuaranteed() {
	c := v.C
	free := v.namesForGuarantees()
	if free == 0 || !v.findAudience() {
		return
	}
	start := len(c.guaranteed.offers)
	v.openRoles(free, (*Cycle).lackedNames)
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
	c.guaranteed.close(v.Slot, start)
}

// namesForGuarantees returns the names free on the agent that can fill anyone's
// guarantee. It returns all names while visits in vain draw random numbers, since a role
// that lacks another name draws, too.
func (v *Visit) namesForGuarantees() roles.NameSet {
	g := v.Agent
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
	required := roles.NamesIn(v.C.Out.Report.RequiredAfter)
	if v.C.drawsInVain && required != 0 {
		return roles.AllNames
	}
	return free & required
}

// lackedNames returns the names of which a role consumes less than its guarantees.
func (c *Cycle) lackedNames(id api.RoleID, _ roles.NameSet) roles.NameSet {
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

func (v *Visit) offerGuaranteedInRole(id api.RoleID) {
	r := v.a.roles.Get(id)
	unsatisfied := &v.Memory.Unsatisfied
	v.Quotas.Of(id).Unsatisfied(unsatisfied)
	reachable := v.ReservedFor(id)
	v.openFrameworks(id, r)
	for !reachable.Empty() && !unsatisfied.IsZero() && v.audience != nobody {
		client, ok := v.frameworks.next()
		if !ok {
			return
		}
		if v.offerGuaranteedTo(r.ByClient[client], reachable, unsatisfied) {
			reachable = v.ReservedFor(id)
		}
	}
}

// offerGuaranteedTo makes a subscription an offer if it gets the role closer to its
// guarantees. It takes the offer out of unsatisfied.
func (v *Visit) offerGuaranteedTo(m slots.Subscription, reachable Portion, unsatisfied *quantities.Row) bool {
	t, ok := v.eligible(m, reachable)
	if !ok {
		return false
	}
	capable, _ := v.StripIncapable(reachable, t.capabilities)
	x, ok := v.FillingOffer(t.Role, capable.Bag, *unsatisfied)
	if !ok || !v.a.frameworks.Allocatable(x.Offer, t.minimum) || !v.mayTake(&t, x.Offer) {
		return false
	}
	given, holds := v.commit(m, Portion{Bag: x.Offer})
	v.C.guaranteed.keep(v.Slot, m, given, holds)
	v.consumeGuaranteed(t.Role, x.guaranteed, x.extra, unsatisfied)
	return true
}

// fillingOffer is an offer of the first stage, and the parts of it that count against
// quota.
type fillingOffer struct {
	guaranteed, extra, Offer *resource.Bag
}

// FillingOffer puts together the offer that gets a role closer to its guarantees, from
// the resources that a framework can receive. ok is false if none of them does.
func (v *Visit) FillingOffer(id api.RoleID, capable *resource.Bag, unsatisfied quantities.Row) (x fillingOffer, ok bool) {
	kinds := &v.a.kinds.Kinds
	v.ShrinkOrder.Consider(v.Slot, v.C.Draws)
	quota := &v.Memory.quota
	quota.Select(capable, resource.QuotaMask, 0, kinds)
	x.guaranteed = v.fillGuarantees(id, quota, unsatisfied)
	if x.guaranteed.Empty() {
		return x, false
	}
	quota.Sub(x.guaranteed, kinds)
	v.ShrinkOrder.OnceGuaranteed(quota)
	x.extra = v.extraScalars(id, quota, x.guaranteed)
	x.Offer = v.guaranteedOffer(id, capable, x.guaranteed, x.extra)
	return x, true
}

// fillGuarantees returns the part of the quota scalars that fills a role's guarantees.
func (v *Visit) fillGuarantees(id api.RoleID, quota *resource.Bag, unsatisfied quantities.Row) *resource.Bag {
	room := &v.Memory.room
	room.Reset()
	room.Add(unsatisfied)
	guaranteed := &v.Memory.guaranteed
	v.shrink(guaranteed, quota, *room, nil)
	if !v.a.options.NestedQuota {
		return guaranteed
	}
	// A role's guarantee is within its own limit, but not always within those
	// of its ancestors.
	limits := &v.Memory.Limits
	if !v.Quotas.LimitsLeft(limits, id, quantities.Row{}, guaranteed) {
		return guaranteed
	}
	v.shrink(&v.Memory.withinAncestors, guaranteed, limits.Amounts, &limits.Finite)
	return &v.Memory.withinAncestors
}

// extraScalars returns the part of the quota scalars to which a role may burst above its
// guarantees: up to its limits, and without touching the headroom of others.
func (v *Visit) extraScalars(id api.RoleID, quota, guaranteed *resource.Bag) *resource.Bag {
	filling := &v.Memory.filling
	filling.Reset()
	guaranteed.Scalars(filling, &v.a.kinds.Kinds)
	left := quota
	limits := &v.Memory.Limits
	if v.Quotas.LimitsLeft(limits, id, *filling, quota) {
		v.shrink(&v.Memory.withinLimits, left, limits.Amounts, &limits.Finite)
		left = &v.Memory.withinLimits
	}
	if !v.C.Out.Report.RequiredAfter.IsZero() && !left.Empty() {
		// The guaranteed part lowers both sides of the difference alike.
		v.shrink(&v.Memory.withinHeadroom, left, v.headroomSurplus(left), nil)
		left = &v.Memory.withinHeadroom
	}
	return left
}

// guaranteedOffer puts together the scalars that fill a guarantee, the extra ones, and
// the resources of b that go along: the role's own reservations, ranges, sets and
// revocable resources.
func (v *Visit) guaranteedOffer(id api.RoleID, b, guaranteed, extra *resource.Bag) *resource.Bag {
	offer := &v.Memory.offer
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

// consumeGuaranteed accounts for an offer of the first stage. It takes the guaranteed and
// the extra scalars out of unsatisfied.
func (v *Visit) consumeGuaranteed(id api.RoleID, guaranteed, extra *resource.Bag, unsatisfied *quantities.Row) {
	filling, used := &v.Memory.filling, &v.Memory.used
	filling.Reset()
	guaranteed.Scalars(filling, &v.a.kinds.Kinds)
	used.Reset()
	used.Add(*filling)
	extra.Scalars(used, &v.a.kinds.Kinds)
	unsatisfied.SubFloor(*used)
	v.satisfy(id, *used, *filling)
}
