package cycle

import "github.com/apportion/apportion/core/internal/assert"

// Under HDRF a role that has no use for what there is is blocked: it then does not count
// as one that lags behind, for whose sake its group is given more. Frameworks do not
// declare what they demand, they answer offers; so it is what comes of a cycle that
// tells. A cycle that leaves something free on an agent that could be offered has asked
// everyone about it in vain, now or before. A role that was offered nothing in it is
// blocked, for whatever reason: its frameworks have refused all of that, or may have none
// of it, or the role is at its limit. It keeps its place in the order, is asked as ever,
// and is blocked no longer once it is offered something, or a framework of it revives. A
// role without active frameworks, which may be suppressed, is not active in the sorter,
// and is blocked by that.

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

// leftSomething reports whether a candidate that could be offered has something free.
func (c *Cycle) leftSomething() bool {
	a := c.a
	for i, w := range a.news.Candidates {
		if w&a.agents.Admitted.Word(i)&a.agents.Offerable.Word(i) != 0 {
			return true
		}
	}
	return false
}
