package core

// offerFair is the second stage for one agent: all that is left goes to the
// role, and in it the framework, furthest below its fair share, up to the
// role's limits and beyond the headroom that guarantees need.
func (a *Allocator) offerFair(c *cycleScratch, slot agentSlot) {
	g := a.agents.at(slot)
	offers := a.metrics.offers
	c.cut = false
	if g.free.empty() || !a.willing(c, g) {
		a.restless.clear(slot)
		return
	}
	names, limited := a.spentNames(g)
	if limited && names&^c.allSpent == 0 {
		return // every role has used its limits up: see spent
	}
	a.openAgent(c, g, slot)
	allSpent := limited
	for !g.free.empty() {
		client, ok := c.roles.Next()
		if !ok {
			break
		}
		id := a.byClient[client]
		if limited && a.spent(c, id, names) {
			c.cut = true
			continue
		}
		allSpent = false
		a.offerFairInRole(c, slot, id)
	}
	if allSpent {
		c.allSpent |= names
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
	r.frameworks.Begin(&c.frameworks, c.nonce(slot))
	for !reachable.empty() {
		client, ok := c.frameworks.Next()
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
	if c.unwilling(m) || mem.excluded.has(slot) {
		return false
	}
	minima := a.minimum(mem)
	caps := a.frameworks.at(mem.framework).capabilities
	if !a.allocatable(reachable, minima) || !a.capable(caps, g) {
		return false
	}
	offer := a.strip(c, reachable, caps)
	c.quotaOrder = append(c.quotaOrder[:0], c.order...)
	if a.report.HasQuota {
		offer = a.withinQuota(c, mem.role, offer)
	}
	if !a.allocatable(offer, minima) || a.declined(g, m, caps, offer) {
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
