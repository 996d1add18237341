package cycle

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/quantities"
)

// A name is exhausted for a role once the role's limits leave nothing of it. It stays so
// for the cycle, in which consumption only grows (Role.Exhausted). An agent that has only
// such names free passes the role, so that no cycle asks hundreds of roles at each agent.
//
// A name exhausted for every active role stays so until a role gains room or becomes
// active (Roles.ExhaustedForAll).

// limitedNames returns the names of an agent's free scalars. ok is whether limits on them
// decide if there is anything to offer: nothing else is free but ranges and sets that
// are not worth an offer by themselves.
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

// everyMinimumNeedsMoreThanIntervals reports whether every minimum asks for something
// besides ranges and sets, so that these alone are worth an offer to nobody.
func (c *Cycle) everyMinimumNeedsMoreThanIntervals() bool {
	if !c.intervalsAsked {
		c.intervalsAsked = true
		c.intervalsNeedMore = c.a.frameworks.Minima.NeedMoreThan(c.a.kinds.IntervalNames())
	}
	return c.intervalsNeedMore
}

// namesWithinLimits returns those of the given names of which a role's limits leave any.
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
