package demand

import "github.com/apportion/apportion/core/internal/frameworks"

// fewestOfMinimum is how many subscriptions have to share a minimum to be left out
// together: for fewer it is cheaper to ask each.
const fewestOfMinimum = 4

// sharedMinima are the minima that many subscriptions share. Agents that follow each other are often
// alike. So those of which one held too little are compared with the next before anyone is asked, and no
// others: each either leaves out all who share it, or is one no more.
type sharedMinima struct {
	tooLittle []frameworks.MinimumID // that the agent before did not hold, in this cycle
	intervals struct{ asked, inVain bool }
}

// open begins a cycle.
func (s *sharedMinima) open() {
	s.tooLittle = s.tooLittle[:0]
	s.intervals.asked = false
}

// needMoreThanIntervals reports whether ranges and sets alone are worth an offer to nobody: every
// minimum asks for something besides. It finds that out once a cycle.
func (d *Demand) needMoreThanIntervals() bool {
	x := &d.minima.intervals
	if !x.asked {
		x.asked, x.inVain = true, d.Frameworks.Minima.NeedMoreThan(d.Kinds.IntervalNames())
	}
	return x.inVain
}

// leaveOutMinima leaves out the subscriptions whose minimum is more than all that is free on the agent,
// and so more than any part of it, as it was on the agent before.
func (d *Demand) leaveOutMinima() {
	s := &d.minima
	still := s.tooLittle[:0]
	for _, id := range s.tooLittle {
		x := &d.Frameworks.Minima.List[id]
		if !d.Frameworks.Allocatable(d.agent.FreeBag(), x.Rows) {
			d.leaveOut(x.Subscriptions)
			still = append(still, id)
		}
	}
	s.tooLittle = still
}

// BelowMinimum notes that a part of the agent is less than a subscription's minimum. Everybody with that
// minimum is left out if all that is free is less.
func (d *Demand) BelowMinimum(sub *frameworks.Subscription) {
	x := &d.Frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || d.fullPass || d.whom.isFew || d.Frameworks.Allocatable(d.agent.FreeBag(), x.Rows) {
		return
	}
	d.leaveOut(x.Subscriptions)
	d.minima.tooLittle = append(d.minima.tooLittle, sub.Minimum)
}
