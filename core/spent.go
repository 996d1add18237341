package core

import (
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// A role whose limits are used up for everything an agent has to offer need
// not be asked again in this cycle, whoever else has the same to offer: within
// a cycle consumption only grows. Where hundreds of roles are at their limits,
// that is what keeps a cycle from asking each of them for each agent. Names of
// which no active role may have any stay what they are until some role gets
// room again, or becomes active (Allocator.allSpent).

// spentNames returns the names of an agent's free scalars, if limits on them
// decide whether there is anything to offer: all else that is free, if
// anything, is ranges and sets that are not worth an offer by themselves.
func (a *Allocator) spentNames(g *agent) (free names, ok bool) {
	if !a.report.HasQuota || a.lists() || a.options.Test.FullPass || g.free.flags&(kindReserved|kindRevocable) != 0 {
		return 0, false
	}
	if g.free.flags&kindSpans != 0 && (len(g.free.counts) == 0 || !a.spansNeedMore()) {
		return 0, false
	}
	for _, n := range g.free.counts {
		if n.name >= sharedName {
			return 0, false
		}
		free |= nameBit(n.name)
	}
	return free, true
}

// limitUse returns the names that a role's limits leave any of, as far as they
// are among those given.
func (a *Allocator) limitUse(c *cycleScratch, id RoleID, of names) names {
	r := a.roles.get(id)
	if r.spentIn != a.metrics.runs {
		r.spentIn, r.spent = a.metrics.runs, 0
	}
	if of&^r.spent != 0 && a.limitTo(c, id, nil) {
		for w := c.limits.finite.word(0) &^ (1 << sharedName); w != 0; w &= w - 1 {
			if n := quantities.Name(bits.TrailingZeros64(w)); c.limits.amounts[n] == 0 {
				r.spent |= nameBit(n)
			}
		}
	}
	return of &^ r.spent
}

// leaves reports whether a role's own limits leave any of the names.
func (r *role) leaves(of names) bool {
	for ; of != 0; of &= of - 1 {
		n := quantities.Name(bits.TrailingZeros64(uint64(of)))
		if !r.quota.limits.finite.has(uint32(n)) || r.quota.limits.amounts.At(n) > r.consumed.At(n) {
			return true
		}
	}
	return false
}

// spansNeedMore reports whether every minimum asks for something that ranges
// and sets do not have, so that they are worth an offer to nobody if there is
// nothing beside them.
func (a *Allocator) spansNeedMore() bool {
	c := &a.scratch.cycle
	if c.spansIn != a.metrics.runs {
		c.spansIn, c.spansNeedMore = a.metrics.runs, a.minima.beyond(a.kinds.spanNames)
	}
	return c.spansNeedMore
}
