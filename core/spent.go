package core

// A role whose limits are used up for everything an agent has to offer need
// not be asked again in this cycle, whoever else has the same to offer: within
// a cycle consumption only grows. Where hundreds of roles are at their limits,
// that is what keeps a cycle from asking each of them for each agent.

// spentNames returns the resource names of an agent's free resources as bits,
// if quota is about all of them.
func (a *Allocator) spentNames(g *agent) (names uint64, ok bool) {
	const bits = 64
	if !a.report.HasQuota || a.lists() || g.free.flags&quotaMask != 0 {
		return 0, false
	}
	for _, n := range g.free.counts {
		if n.name >= bits {
			return 0, false
		}
		names |= 1 << n.name
	}
	return names, true
}

// spent reports whether a role's limits are used up for all of the names.
func (a *Allocator) spent(c *cycleScratch, id RoleID, names uint64) bool {
	r := a.roles.get(id)
	if r.spentIn != a.metrics.runs {
		r.spentIn, r.spent = a.metrics.runs, 0
	}
	if names&^r.spent == 0 {
		return true
	}
	if !a.limitTo(c, id, nil) {
		return false
	}
	for name := range a.names.Len() {
		if names>>name&1 != 0 && c.limits.finite.has(uint32(name)) && c.limits.amounts[name] == 0 {
			r.spent |= 1 << name
		}
	}
	return names&^r.spent == 0
}
