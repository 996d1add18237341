package worth

import "github.com/apportion/apportion/core/internal/frameworks"

// fewestOfMinimum is how many subscriptions have to share a minimum to be left out
// together: for fewer it is cheaper to ask each.
const fewestOfMinimum = 4

// Agents that follow each other are often alike. The shared minima for which one held too
// little (Worth.tooLittle) are compared with the next before anyone is asked, and no others:
// each either leaves out all who share it, or is one no more.

// leaveOutMinima leaves out the subscriptions whose minimum is more than all that is free
// on the agent, and so more than any part of it, as it was on the agent before.
func (w *Worth) leaveOutMinima() {
	still := w.tooLittle[:0]
	for _, id := range w.tooLittle {
		w.Looked.Minima++
		x := &w.frameworks.Minima.List[id]
		if !w.frameworks.Allocatable(w.agent.FreeBag(), x.Rows) {
			w.audience.leaveOut(x.Subscriptions, w.frameworks.Active)
			still = append(still, id)
		}
	}
	w.tooLittle = still
}

// belowMinimum notes that a part of the agent is less than a subscription's minimum. If all
// that is free is less, everybody with that minimum is left out.
func (w *Worth) belowMinimum(sub *frameworks.Subscription) {
	x := &w.frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || w.fullPass || w.inPart || w.frameworks.Allocatable(w.agent.FreeBag(), x.Rows) {
		return
	}
	w.audience.leaveOut(x.Subscriptions, w.frameworks.Active)
	w.tooLittle = append(w.tooLittle, sub.Minimum)
}
