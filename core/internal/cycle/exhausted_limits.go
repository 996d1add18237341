package cycle

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// A role whose limits are used up for everything an agent has to offer need
// not be asked again in this cycle, whoever else has the same to offer: within
// a cycle consumption only grows. Where hundreds of roles are at their limits,
// that is what keeps a cycle from asking each of them for each agent. Names of
// which no active role may have any stay what they are until some role gets
// room again, or becomes active (Roles.ExhaustedForAll).

// limitedNames returns the names of an agent's free scalars, if limits on them
// decide whether there is anything to offer: all else that is free, if
// anything, is ranges and sets that are not worth an offer by themselves.
func (v *Visit) limitedNames() (free roles.NameSet, ok bool) {
	c, g := v.C, v.Agent
	if !c.Out.Report.HasQuota || c.visitsAll || g.Free.Flags&(resource.Reserved|resource.Revocable) != 0 {
		return 0, false
	}
	if g.Free.Flags&resource.RangesOrSet != 0 && (len(g.Free.Counts) == 0 || !c.everyMinimumNeedsMoreThanIntervals()) {
		return 0, false
	}
	for _, n := range g.Free.Counts {
		if n.Name >= roles.SharedName {
			return 0, false
		}
		free |= roles.NameBit(n.Name)
	}
	return free, true
}

// everyMinimumNeedsMoreThanIntervals reports whether every minimum asks for
// something that ranges and sets do not have, so that they are worth an offer to
// nobody if there is nothing beside them.
func (c *Cycle) everyMinimumNeedsMoreThanIntervals() bool {
	if !c.intervalsAsked {
		c.intervalsAsked = true
		c.intervalsNeedMore = c.a.frameworks.Minima.NeedMoreThan(c.a.kinds.IntervalNames())
	}
	return c.intervalsNeedMore
}

// namesWithinLimits returns the names that a role's limits leave any of, as far
// as they are among those given.
func (c *Cycle) namesWithinLimits(id api.RoleID, of roles.NameSet) roles.NameSet {
	a, limits := c.a, &c.Visit.Memory.Limits
	r := a.roles.Get(id)
	if r.ExhaustedIn != a.news.Counters.Runs {
		r.ExhaustedIn, r.Exhausted = a.news.Counters.Runs, 0
	}
	if of&^r.Exhausted != 0 && c.Visit.Quotas.LimitsLeft(limits, id, quantities.Row{}, nil) {
		for w := limits.Finite.Near() & roles.OwnNames; w != 0; w &= w - 1 {
			if n := quantities.Name(bits.TrailingZeros64(w)); limits.Amounts.At(n) == 0 {
				r.Exhausted |= roles.NameBit(n)
			}
		}
	}
	return of &^ r.Exhausted
}
