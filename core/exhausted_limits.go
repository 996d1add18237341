package core

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/quantities"
)

// A role whose limits are used up for everything an agent has to offer need
// not be asked again in this cycle, whoever else has the same to offer: within
// a cycle consumption only grows. Where hundreds of roles are at their limits,
// that is what keeps a cycle from asking each of them for each agent. Names of
// which no active role may have any stay what they are until some role gets
// room again, or becomes active (Allocator.exhaustedForAll).

// limitedNames returns the names of an agent's free scalars, if limits on them
// decide whether there is anything to offer: all else that is free, if
// anything, is ranges and sets that are not worth an offer by themselves.
func (v *visit) limitedNames() (free nameSet, ok bool) {
	c, g := v.c, v.agent
	if !c.out.Report.HasQuota || c.visitsAll || g.free.Flags&(resource.Reserved|resource.Revocable) != 0 {
		return 0, false
	}
	if g.free.Flags&resource.RangesOrSet != 0 && (len(g.free.Counts) == 0 || !c.everyMinimumNeedsMoreThanIntervals()) {
		return 0, false
	}
	for _, n := range g.free.Counts {
		if n.Name >= sharedName {
			return 0, false
		}
		free |= nameBit(n.Name)
	}
	return free, true
}

// everyMinimumNeedsMoreThanIntervals reports whether every minimum asks for
// something that ranges and sets do not have, so that they are worth an offer to
// nobody if there is nothing beside them.
func (c *allocationCycle) everyMinimumNeedsMoreThanIntervals() bool {
	if !c.intervalsAsked {
		c.intervalsAsked = true
		c.intervalsNeedMore = c.a.minima.needMoreThan(c.a.kinds.IntervalNames())
	}
	return c.intervalsNeedMore
}

// namesWithinLimits returns the names that a role's limits leave any of, as far
// as they are among those given.
func (c *allocationCycle) namesWithinLimits(id RoleID, of nameSet) nameSet {
	a, limits := c.a, &c.visit.memory.limits
	r := a.roles.get(id)
	if r.exhaustedIn != a.counters.runs {
		r.exhaustedIn, r.exhausted = a.counters.runs, 0
	}
	if of&^r.exhausted != 0 && c.visit.quotas.limitsLeft(limits, id, quantities.Row{}, nil) {
		for w := limits.finite.Near() & ownNames; w != 0; w &= w - 1 {
			if n := quantities.Name(bits.TrailingZeros64(w)); limits.amounts.At(n) == 0 {
				r.exhausted |= nameBit(n)
			}
		}
	}
	return of &^ r.exhausted
}

// leavesAnyOf reports whether a role's own limits leave any of the names.
func (r *role) leavesAnyOf(names nameSet) bool {
	for ; names != 0; names &= names - 1 {
		n := quantities.Name(bits.TrailingZeros64(uint64(names)))
		if !r.quota.limits.finite.Has(n) || r.quota.limits.amounts.At(n) > r.consumed.At(n) {
			return true
		}
	}
	return false
}
