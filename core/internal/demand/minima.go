package demand

import "github.com/apportion/apportion/core/internal/frameworks"

// intervalsAlone is what is known of whether ranges and sets alone are worth an offer.
type intervalsAlone struct{ asked, inVain bool }

// needMoreThanIntervals reports whether ranges and sets alone are worth no offer to anybody: every minimum asks for
// something besides. It finds that out once a cycle.
func (d *Demand) needMoreThanIntervals() bool {
	x := &d.intervals
	if !x.asked {
		x.asked, x.inVain = true, d.Frameworks.AllNeedMoreThan(d.Kinds.IntervalNames())
	}
	return x.inVain
}

// BelowMinimum notes that what a subscription may have of the agent is less than its minimum. isAllFree says that
// this is all that is free. If all that is free is less than the minimum, everybody with that minimum is left out
// until the visit ends.
func (d *Demand) BelowMinimum(sub *frameworks.Subscription, isAllFree bool) {
	f := &d.whom
	if d.fullPass || f.isFew || !isAllFree && d.Frameworks.Allocatable(d.agent.FreeBag(), sub.Minimum.Rows) {
		return
	}
	if f.are == everyone {
		f.startWith(d.Frameworks.Active)
	}
	sub.Minimum.Subscriptions.SubtractFrom(f.among)
	if f.among.Empty() {
		f.are = nobody
	}
}
