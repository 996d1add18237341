package worth

import (
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
)

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

// BelowMinimum notes that a part of the agent is less than a subscription's minimum. Everybody
// with that minimum is left out if all that is free is less, or all of it that the headroom
// leaves to anybody.
func (w *Worth) BelowMinimum(sub *frameworks.Subscription) {
	x := &w.frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || w.fullPass || w.inPart {
		return
	}
	free := w.agent.FreeBag()
	isTooLittle := !w.frameworks.Allocatable(free, x.Rows)
	if !isTooLittle && (w.HeldBack == 0 || w.frameworks.Allocatable(w.memory.notHeldBack(free, w.HeldBack), x.Rows)) {
		return
	}
	w.audience.leaveOut(x.Subscriptions, w.frameworks.Active)
	if isTooLittle {
		w.tooLittle = append(w.tooLittle, sub.Minimum)
		return
	}
	w.isCut = true // for those who have not been asked
	w.Cuts.noteNames(0, w.HeldBack)
}

// notHeldBack returns what is left of a bag if all that quota counts of some names is held back.
func (m *memory) notHeldBack(b *resource.Bag, names roles.NameSet) *resource.Bag {
	left := &m.left
	left.Reset()
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask != 0 || names&roles.NameBit(n.Name) == 0 {
			left.AddCount(n)
		}
	}
	left.Intervals = append(left.Intervals, b.Intervals...)
	return left
}
