package cycle

import "github.com/apportion/apportion/core/internal/assert"

// Under HDRF a role is blocked that has no use for the free resources. It does not count
// as one that lags behind, for whose sake its group is given more.
//
// Frameworks do not declare demand, they answer offers. So a cycle's outcome tells: if it
// leaves something free on an agent that could be offered, everyone was asked in vain,
// now or before. Each active role that this cycle offered nothing is then blocked: its
// frameworks have refused all that is left, may have none of it, or its limit is reached.
//
// A blocked role keeps its place in the order and is asked as ever. It is unblocked when
// it is offered something, or a framework of it revives. A role whose frameworks are all
// inactive or suppressed is inactive in the sorter, which blocks it.

// noteBlockedRoles notes, at the end of a cycle, which roles are blocked.
func (c *Cycle) noteBlockedRoles() {
	a := c.a
	if !a.roles.Sorter.HeedsBlocked() {
		return
	}
	for i := range c.Out.Offers {
		if r := a.roles.Get(c.Out.Offers[i].Role); r.OfferedIn != a.news.Counters.Runs {
			r.OfferedIn = a.news.Counters.Runs
			assert.Check(a.roles.Sorter.SetBlocked(r.Client, false))
		}
	}
	if !c.leftSomething() {
		return
	}
	for id := range a.roles.InUse() {
		if r := a.roles.Get(id); r.Active > 0 && r.OfferedIn != a.news.Counters.Runs {
			assert.Check(a.roles.Sorter.SetBlocked(r.Client, true))
		}
	}
}

// leftSomething reports whether the cycle leaves something free on a candidate that could
// be offered.
func (c *Cycle) leftSomething() bool {
	a := c.a
	for i, w := range a.news.Candidates {
		if w&a.agents.Admitted.Word(i)&a.agents.Offerable.Word(i) != 0 {
			return true
		}
	}
	return false
}
