package demand

import (
	"github.com/apportion/apportion/core/internal/frameworks"
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/roles"
)

// fewestOfMinimum is how many subscriptions have to share a minimum to be left out
// together: for fewer it is cheaper to ask each.
const fewestOfMinimum = 4

// sharedMinima are the minima that many subscriptions share. Agents that follow each other are often
// alike. So those of which one held too little are compared with the next before anyone is asked, and no
// others: each either leaves out all who share it, or is one no more.
type sharedMinima struct {
	*state
	tooLittle []frameworks.MinimumID // that the agent before did not hold, in this cycle
	intervals struct{ asked, inVain bool }
	left      resource.Bag // scratch
}

// open begins a cycle.
func (s *sharedMinima) open() {
	s.tooLittle = s.tooLittle[:0]
	s.intervals.asked = false
}

// needMoreThanIntervals reports whether ranges and sets alone are worth an offer to nobody: every
// minimum asks for something besides. It finds that out once a cycle.
func (s *sharedMinima) needMoreThanIntervals() bool {
	if x := &s.intervals; !x.asked {
		x.asked, x.inVain = true, s.frameworks.Minima.NeedMoreThan(s.kinds.IntervalNames())
	}
	return s.intervals.inVain
}

// leaveOut leaves out the subscriptions whose minimum is more than all that is free on the agent,
// and so more than any part of it, as it was on the agent before.
func (s *sharedMinima) leaveOut(whom *frameworksToAsk) {
	still := s.tooLittle[:0]
	for _, id := range s.tooLittle {
		s.Looked.Minima++
		x := &s.frameworks.Minima.List[id]
		if !s.frameworks.Allocatable(s.agent.FreeBag(), x.Rows) {
			whom.leaveOut(x.Subscriptions)
			still = append(still, id)
		}
	}
	s.tooLittle = still
}

// below notes that a part of the agent is less than a subscription's minimum. Everybody with that
// minimum is left out if all that is free is less, or all of it that the headroom leaves to anybody.
func (s *sharedMinima) below(sub *frameworks.Subscription, whom *frameworksToAsk) {
	x := &s.frameworks.Minima.List[sub.Minimum]
	if x.Count < fewestOfMinimum || s.fullPass || whom.isFew {
		return
	}
	free := s.agent.FreeBag()
	isTooLittle := !s.frameworks.Allocatable(free, x.Rows)
	if !isTooLittle && (s.HeldBack == 0 || s.frameworks.Allocatable(s.notHeldBack(free), x.Rows)) {
		return
	}
	whom.leaveOut(x.Subscriptions)
	if isTooLittle {
		s.tooLittle = append(s.tooLittle, sub.Minimum)
	}
}

// notHeldBack returns what is left of a bag if all that quota counts of some names is held back.
func (s *sharedMinima) notHeldBack(b *resource.Bag) *resource.Bag {
	s.left.Reset()
	for _, n := range b.Counts {
		if n.Flags()&resource.QuotaMask != 0 || s.HeldBack&roles.NameBit(n.Name) == 0 {
			s.left.AddCount(n)
		}
	}
	s.left.Intervals = append(s.left.Intervals, b.Intervals...)
	return &s.left
}
