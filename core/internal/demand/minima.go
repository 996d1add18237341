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
// this is all that is free. If all that is free is less than the global minimum, all without a minimum of their own
// are left out until the visit ends.
func (d *Demand) BelowMinimum(sub *frameworks.Subscription, isAllFree bool) {
	if sub.OwnMinimum != nil || d.fullPass || d.whom.isFew || !isAllFree && d.Frameworks.Allocatable(d.agent.FreeBag(), d.Frameworks.GlobalMinimum) {
		return
	}
	f := &d.whom
	if f.are == everyone {
		f.startWith(d.Frameworks.Active)
	}
	f.among.Intersect(d.Frameworks.WithMinimum)
	if f.among.Empty() {
		f.are = nobody
	}
}
