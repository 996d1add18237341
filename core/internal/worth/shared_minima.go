package worth

import "github.com/apportion/apportion/core/internal/frameworks"

// fewestOfMinimum is how many subscriptions have to share a minimum to be left out
// together: for fewer it is cheaper to ask each.
const fewestOfMinimum = 4

// Agents that follow each other are often alike. Once one held too little for a shared
// minimum, the next is compared with all minima before anyone is asked (Worth.tooLittle),
// until one leaves nobody out.

// leaveOutMinima leaves out the subscriptions whose minimum is more than all that is free
// on the agent, and so more than any part of it. It reports whether there are any.
func (w *Worth) leaveOutMinima() bool {
	some := false
	for i := range w.frameworks.Minima.List {
		if x := &w.frameworks.Minima.List[i]; x.Count >= fewestOfMinimum && !w.frameworks.Allocatable(w.agent.FreeBag(), x.Rows) {
			w.audience.leaveOut(x.Subscriptions, w.frameworks.Active)
			some = true
		}
	}
	return some
}

// belowMinimum notes that a part of the agent is less than a subscription's minimum. If all
// that is free is less, everybody with that minimum is left out.
func (w *Worth) belowMinimum(sub *frameworks.Subscription) {
	x := &w.frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || w.fullPass || w.inPart || w.frameworks.Allocatable(w.agent.FreeBag(), x.Rows) {
		return
	}
	w.audience.leaveOut(x.Subscriptions, w.frameworks.Active)
	w.tooLittle = true
}
