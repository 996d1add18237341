package core

import "github.com/apportion/apportion/quantities"

// firstOffer is an offer of the first stage, kept until the second is over:
// what that offers to the same framework from the same agent joins it.
type firstOffer struct {
	agent  agentSlot
	member memberSlot
	offer  bag
}

// firstRange is an agent's part of cycleScratch.first.
type firstRange struct {
	start, end uint32
}

// offerGuaranteed is the first stage for one agent: roles whose guarantees
// are not met are offered what they lack, and with it the rest of the agent
// as far as limits and headroom allow.
func (a *Allocator) offerGuaranteed(c *cycleScratch, slot agentSlot) {
	g := a.agents.at(slot)
	start := len(c.first)
	free := a.guaranteeNames(g)
	if free == 0 || !a.willing(c, slot, g) {
		return
	}
	if a.lists() {
		c.order = a.listFree(g, c.order)
	}
	a.openRoles(c, slot, free, (*Allocator).guaranteeUse)
	for free != 0 && !c.nobody {
		client, ok := c.roles.next()
		if !ok {
			break
		}
		id := a.byClient[client]
		if use := a.guaranteeUse(c, id, allNames); use&free == 0 {
			c.passRole(use)
			continue
		}
		a.offerGuaranteedInRole(c, slot, id)
		free = a.guaranteeNames(g)
	}
	a.flush(c)
	if len(c.first) > start {
		c.firstRange = setAt(c.firstRange, slot, firstRange{uint32(start), uint32(len(c.first))})
	}
}

// guaranteeNames returns the names of what is free on an agent and can fill a
// guarantee of anyone. Where quota draws random numbers it is all names: to
// come past a role that lacks something else is to draw, see listing.
func (a *Allocator) guaranteeNames(g *agent) names {
	if g.free.empty() {
		return 0
	}
	if a.options.Test.FullPass {
		return allNames
	}
	var free, required names
	for _, n := range g.free.counts {
		if n.flags&quotaMask == 0 {
			free |= nameBit(n.name)
		}
	}
	for n, q := range a.report.RequiredAfter {
		if q != 0 {
			required |= nameBit(quantities.Name(n))
		}
	}
	if a.lists() && required != 0 {
		return allNames
	}
	return free & required
}

// guaranteeUse sets c.unsatisfied to what a role's guarantees lack, and returns
// the names.
func (a *Allocator) guaranteeUse(c *cycleScratch, id RoleID, _ names) names {
	r := a.roles.get(id)
	c.unsatisfied.Reset()
	if r.quota.guarantees.IsZero() {
		return 0
	}
	c.unsatisfied.Add(r.quota.guarantees)
	c.unsatisfied.SubFloor(r.consumed)
	var lacks names
	for n, q := range c.unsatisfied {
		if q != 0 {
			lacks |= nameBit(quantities.Name(n))
		}
	}
	return lacks
}

func (a *Allocator) offerGuaranteedInRole(c *cycleScratch, slot agentSlot, id RoleID) {
	g := a.agents.at(slot)
	r := a.roles.get(id)
	reachable := a.reach(c, g, id)
	a.openFrameworks(c, slot, id, r)
	for !reachable.empty() && !c.unsatisfied.IsZero() && !c.nobody {
		client, ok := c.frameworks.next()
		if !ok {
			return
		}
		if a.offerGuaranteedTo(c, slot, r.byClient[client], reachable) {
			reachable = a.reach(c, g, id)
		}
	}
}

// offerGuaranteedTo makes a member an offer if it gets the role closer to its
// guarantees.
func (a *Allocator) offerGuaranteedTo(c *cycleScratch, slot agentSlot, m memberSlot, reachable *bag) bool {
	g := a.agents.at(slot)
	mem := a.members.at(m)
	if c.unwilling(m) {
		return false
	}
	minima := a.minimum(mem)
	caps := a.frameworks.at(mem.framework).capabilities
	if !a.allocatable(reachable, minima) {
		a.tooLittle(c, g, mem)
		return false
	}
	if !a.capable(caps, g) {
		return false
	}
	b := a.strip(c, reachable, caps)
	guaranteed := &c.guaranteed
	a.selectInto(&c.quota, b, quotaMask, 0)
	c.quotaOrder = append(c.quotaOrder[:0], c.order...)
	a.chopGuaranteed(c, mem.role, guaranteed)
	if guaranteed.empty() {
		return false
	}
	c.quota.sub(guaranteed, &a.kinds)
	a.listExtra(c, &c.quota)
	extra := a.extraScalars(c, mem.role, guaranteed)
	offer := a.guaranteedOffer(c, mem.role, b, guaranteed, extra)
	if !a.allocatable(offer, minima) || a.declined(g, m, caps, offer) {
		return false
	}
	a.commit(c, slot, m, offer, a.listGuaranteed(c, offer))
	a.keepFirst(c, slot, m, offer)
	a.consumeGuaranteed(c, mem.role, guaranteed, extra)
	return true
}

// chopGuaranteed makes dst what of c.quota fills the role's guarantees.
func (a *Allocator) chopGuaranteed(c *cycleScratch, id RoleID, dst *bag) {
	c.room.Reset()
	c.room.Add(c.unsatisfied)
	a.chop(c, dst, &c.quota, c.room, nil)
	// A role's guarantee is within its own limit, but not always within those
	// of its ancestors.
	if a.options.NestedQuota && a.limitTo(c, id, nil) {
		a.chop(c, &c.chopped, dst, c.limits.amounts, c.limits.finite)
		*dst, c.chopped = c.chopped, *dst
	}
}

// extraScalars returns what of c.quota a role may burst to above its
// guarantees: up to its limits, and without touching the headroom of others.
func (a *Allocator) extraScalars(c *cycleScratch, id RoleID, guaranteed *bag) *bag {
	c.row.Reset()
	guaranteed.scalars(&c.row, &a.kinds)
	if a.limitTo(c, id, c.row) {
		a.chop(c, &c.chopped, &c.quota, c.limits.amounts, c.limits.finite)
		c.quota, c.chopped = c.chopped, c.quota
	}
	if !a.report.RequiredAfter.IsZero() && !c.quota.empty() {
		// The guaranteed part lowers both sides of the difference alike.
		a.surplus(c)
		a.chop(c, &c.chopped, &c.quota, c.room, nil)
		c.quota, c.chopped = c.chopped, c.quota
	}
	return &c.quota
}

// guaranteedOffer puts together what goes along with a guarantee: the role's
// own reservations, ranges, sets and revocable resources of b.
func (a *Allocator) guaranteedOffer(c *cycleScratch, id RoleID, b, guaranteed, extra *bag) *bag {
	offer := &c.offer
	offer.reset()
	for _, n := range b.counts {
		if n.flags&kindRevocable != 0 || n.flags&kindReserved != 0 && a.kinds.roleOf(n) == id {
			offer.counts = append(offer.counts, n)
			offer.flags |= n.flags
		}
	}
	for _, x := range b.spans {
		offer.spans = append(offer.spans, x)
		offer.flags |= a.kinds.flags(uint32(x.kind))
	}
	offer.add(guaranteed)
	offer.add(extra)
	return offer
}

func (a *Allocator) consumeGuaranteed(c *cycleScratch, id RoleID, guaranteed, extra *bag) {
	c.row.Reset()
	guaranteed.scalars(&c.row, &a.kinds)
	c.used.Reset()
	c.used.Add(c.row)
	extra.scalars(&c.used, &a.kinds)
	c.unsatisfied.SubFloor(c.used)
	a.satisfy(c, id, c.used, c.row)
}

func (a *Allocator) keepFirst(c *cycleScratch, slot agentSlot, m memberSlot, offer *bag) {
	n := len(c.first)
	if n < cap(c.first) {
		c.first = c.first[:n+1] // with the bag that was there before
	} else {
		c.first = append(c.first, firstOffer{})
	}
	x := &c.first[n]
	x.agent, x.member = slot, m
	x.offer.copyFrom(offer)
}

// mergeFirst adds an offer of the second stage to one of the first stage to
// the same framework, role and agent, if there is one. A shared volume that
// both contain is held twice from now on but shows once in the offer: Mesos
// loses the count where it lists the resources.
func (a *Allocator) mergeFirst(c *cycleScratch, slot agentSlot, m memberSlot, offer *bag) bool {
	if int(slot) >= len(c.firstRange) {
		return false
	}
	for i := c.firstRange[slot].start; i < c.firstRange[slot].end; i++ {
		if c.first[i].member == m {
			first := &c.first[i].offer
			c.chopped.reset()
			for _, n := range offer.counts {
				if n.flags&kindShared == 0 || first.of(n.item) == 0 {
					c.chopped.counts = append(c.chopped.counts, n)
				}
			}
			c.chopped.flags = offer.flags
			c.chopped.spans = append(c.chopped.spans, offer.spans...)
			first.add(&c.chopped)
			return true
		}
	}
	return false
}

// emitFirst writes the offers of the first stage to the outcome.
func (a *Allocator) emitFirst(c *cycleScratch) {
	for i := range c.first {
		x := &c.first[i]
		a.emit(c.out, x.agent, x.member, &x.offer)
		c.firstRange[x.agent] = firstRange{}
	}
	c.first = c.first[:0]
}
