package demand

import "github.com/apportion/apportion/core/internal/frameworks"

// fewestOfMinimum is how many subscriptions have to share a minimum to be left out
// together: for fewer it is cheaper to ask each.
const fewestOfMinimum = 4

// intervalsAlone is what is known of whether ranges and sets alone are worth an offer.
type intervalsAlone struct{ asked, inVain bool }

// needMoreThanIntervals reports whether ranges and sets alone are worth an offer to nobody: every
// minimum asks for something besides. It finds that out once a cycle.
func (d *Demand) needMoreThanIntervals() bool {
	x := &d.intervals
	if !x.asked {
		x.asked, x.inVain = true, d.Frameworks.Minima.NeedMoreThan(d.Kinds.IntervalNames())
	}
	return x.inVain
}

// BelowMinimum notes that a part of the agent is less than a subscription's minimum, or all that is free.
// Everybody with that minimum is left out if all is less.
func (d *Demand) BelowMinimum(sub *frameworks.Subscription, isAllFree bool) {
	x := &d.Frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || d.fullPass || d.whom.isFew || !isAllFree && d.Frameworks.Allocatable(d.agent.FreeBag(), x.Rows) {
		return
	}
	d.leaveOut(x.Subscriptions)
}
