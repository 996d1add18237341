package core

// offerFair is the second stage for one agent: all that is left goes to the
// role, and in it the framework, furthest below its fair share, up to the
// role's limits and beyond the headroom that guarantees need.
func (a *Allocator) offerFair(c *cycleScratch, slot agentSlot) {
	g := a.agents.at(slot)
	offers := a.metrics.offers
	c.cut = false
	if g.free.empty() || !a.willing(c, slot, g) {
		a.restless.clear(slot)
		return
	}
	if a.lists() {
		c.order = a.listFree(g, c.order)
	}
	free, limited := a.spentNames(g)
	if limited && free&^a.allSpent == 0 {
		return // every role has used its limits up
	}
	a.openRoles(c, slot, free, (*Allocator).limitUse)
	c.cut = c.roles.some == &c.useful.selection // those left out are cut down to nothing
	allSpent := limited && !c.few
	for !g.free.empty() && !c.nobody {
		client, ok := c.roles.next()
		if !ok {
			break
		}
		id := a.byClient[client]
		if limited {
			if use := a.limitUse(c, id, free|c.useful.names); use&free == 0 {
				c.cut = true
				c.passRole(use)
				continue
			}
		}
		allSpent = false
		a.offerFairInRole(c, slot, id)
	}
	if allSpent {
		a.allSpent |= free
	}
	a.flush(c)
	if offers == a.metrics.offers && !c.cut {
		a.restless.clear(slot)
	}
}

func (a *Allocator) offerFairInRole(c *cycleScratch, slot agentSlot, id RoleID) {
	g := a.agents.at(slot)
	r := a.roles.get(id)
	reachable := a.reach(c, g, id)
	a.openFrameworks(c, slot, id, r)
	for !reachable.empty() && !c.nobody {
		client, ok := c.frameworks.next()
		if !ok {
			return
		}
		m := r.byClient[client]
		if a.offerFairTo(c, slot, m, reachable) {
			reachable = a.reach(c, g, id)
		}
	}
}

// offerFairTo makes a member the offer that is due to it, if any.
func (a *Allocator) offerFairTo(c *cycleScratch, slot agentSlot, m memberSlot, reachable *bag) bool {
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
	offer := a.strip(c, reachable, caps)
	c.quotaOrder = append(c.quotaOrder[:0], c.order...)
	if a.report.HasQuota {
		offer = a.withinQuota(c, mem.role, offer)
	}
	if offer != reachable && !a.allocatable(offer, minima) || a.declined(g, m, caps, offer) {
		return false
	}
	offer = a.commit(c, slot, m, offer, a.listOffer(c, offer))
	if a.report.HasQuota {
		a.consumeFair(c, mem.role, offer)
	}
	if !a.mergeFirst(c, slot, m, offer) {
		a.emit(c.out, slot, m, offer)
	}
	return true
}
