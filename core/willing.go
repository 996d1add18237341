package core

// willing works out whom an agent need not be offered to: those that offer
// constraints keep away, those whose minimum it does not hold, and those that
// have refused all of it, where they are many. It reports whether anyone is
// left.
func (a *Allocator) willing(c *cycleScratch, slot agentSlot, g *agent) bool {
	// Where few are to be left out, whoever comes first is likely to be willing,
	// and is asked when it is its turn.
	const share = 4
	c.picky, c.few, c.nobody = false, false, false
	barred := a.barredFrom(slot)
	c.barred = barred.members
	if a.options.Test.FullPass {
		return true
	}
	if c.scarce {
		c.scarce = a.leaveOutMinima(c, g)
	}
	if c.picky && barred.count > 0 || share*barred.count >= max(1, a.activeMembers) {
		c.leaveOut(a.active, barred.members)
	}
	// Where quota draws random numbers it has to see those that refused, see
	// listing.
	if refusals := g.filters.count(); share*refusals >= max(1, a.activeMembers) && !c.nobody && !(a.lists() && a.report.HasQuota) {
		a.leaveOutRefusers(c, g)
	}
	if !c.picky {
		return true
	}
	left := c.willing.count()
	if c.few = left*fewShare <= a.activeMembers; c.few {
		c.fewMembers = c.willing.appendSet(c.fewMembers[:0])
	}
	return left > 0
}

// leaveOut leaves members out of the turns of an agent.
func (c *cycleScratch) leaveOut(active, members bitset) {
	if !c.picky {
		c.picky = true
		c.willing.copyFrom(active)
		c.willing.subtract(c.barred)
	}
	c.willing.subtract(members)
	c.nobody = c.willing.empty()
}

// unwilling reports whether a member is known to get nothing of the agent.
func (c *cycleScratch) unwilling(m memberSlot) bool {
	if c.picky {
		return !c.willing.has(m)
	}
	return c.barred.has(m)
}

// fewest is how many members must share a minimum for it to be cheaper to
// leave them out together than to ask each.
const fewest = 4

// leaveOutMinima leaves out those whose minimum what is free of an agent does
// not hold, which no part of it does then. It reports whether there are any.
func (a *Allocator) leaveOutMinima(c *cycleScratch, g *agent) bool {
	some := false
	for i := range a.minima.list {
		if x := &a.minima.list[i]; x.count >= fewest && !a.allocatable(&g.free, x.rows) {
			c.leaveOut(a.active, x.members)
			some = true
		}
	}
	return some
}

// tooLittle notes that what an agent has for a member is below its minimum. If
// all that is free is, everybody with the same minimum is left out, and the
// agents to come are held against the minima at first.
func (a *Allocator) tooLittle(c *cycleScratch, g *agent, mem *member) {
	x := &a.minima.list[mem.minimum]
	if x.count < fewest || a.options.Test.FullPass || a.allocatable(&g.free, x.rows) {
		return
	}
	c.leaveOut(a.active, x.members)
	c.scarce = true
}

// leaveOutRefusers leaves out those that have refused all that is free on an
// agent, and so any part of it. The filters are read in one pass in the order
// they lie.
func (a *Allocator) leaveOutRefusers(c *cycleScratch, g *agent) {
	t := &g.filters
	c.leaveOut(a.active, nil)
	c.covering = append(c.covering[:0], make([]bool, len(t.refusals))...)
	for i := range t.refusals {
		c.covering[i] = t.refusals[i].refs > 0 && t.refusals[i].held.contains(&g.free)
	}
	for i := range t.list {
		k := t.list[i].key
		if m := k.member(); c.covering[k.refusal()] && a.epochs[m] == k.epoch() {
			c.willing.clear(m)
		}
	}
	c.nobody = c.willing.empty()
}
