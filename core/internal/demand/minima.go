package demand

import "github.com/apportion/apportion/core/internal/frameworks"

// fewestOfMinimum is how many subscriptions have to share a minimum to be left out
// together: for fewer it is cheaper to ask each.
const fewestOfMinimum = 4

// intervalsAlone is what is known of whether ranges and sets alone are worth an offer.
type intervalsAlone struct{ asked, inVain bool }

// needMoreThanIntervals reports whether ranges and sets alone are worth no offer to anybody: every minimum asks for
// something besides. It finds that out once a cycle.
func (d *Demand) needMoreThanIntervals() bool {
	x := &d.intervals
	if !x.asked {
		x.asked, x.inVain = true, d.Frameworks.Minima.NeedMoreThan(d.Kinds.IntervalNames())
	}
	return x.inVain
}

// BelowMinimum notes that what a subscription may have of the agent is less than its minimum. isAllFree says that
// this is all that is free. If all that is free is less than the minimum, everybody with that minimum is left out.
func (d *Demand) BelowMinimum(sub *frameworks.Subscription, isAllFree bool) {
	x := &d.Frameworks.Minima.List[sub.Minimum]
	if x.Subscriptions.Count() < fewestOfMinimum || d.fullPass || d.whom.isFew || !isAllFree && d.Frameworks.Allocatable(d.agent.FreeBag(), x.Rows) {
		return
	}
	d.leaveOut(x.Subscriptions)
}
