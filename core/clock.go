package core

import (
	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// advanceClock moves the allocator's time forward to now, unless now has passed or is beyond
// alloc.LastTime. It ends nothing that is due: advance does.
func (a *Allocator) advanceClock(now alloc.Time) {
	if a.state.Schedule.AdvanceTo(now) {
		a.state.Totals.SetNow(int64(now))
	}
}

// NextDeadline returns when something next happens by itself: the periodic allocation, the
// end of an offer filter, or the end of the wait for agents in recovery. The host calls
// Advance then, or Allocate alone. ok is false if nothing is ever due.
//
// Cost: constant.
func (v *View) NextDeadline() (at alloc.Time, ok bool) {
	at = alloc.EndOfTime
	if v.state.Options.Interval > 0 {
		at = v.state.Schedule.NextPeriodic
	}
	for _, t := range v.state.Schedule.Recovery.ResumeAt {
		at = min(at, t)
	}
	if due, ok := v.state.Frameworks.Filters.Deadline(); ok {
		at = min(at, alloc.Time(due))
	}
	return at, at <= alloc.LastTime
}

// Advance tells the allocator the time. It ends the filters that are due, and a recovery that has
// waited too long. If the periodic allocation is due, it makes every agent a candidate. Pending
// says whether a cycle is due now. A time that has passed leaves the clock where it is, and so does
// one beyond alloc.LastTime, which other calls refuse.
//
// A filter that lasts one interval still holds in a periodic allocation at the very time
// of its end. A longer one does not.
//
// Cost: something for each filter that ends, and a look at all others of its agent, which are
// in no order of their ends; a bit for each agent where the periodic allocation is due.
func (a *Allocator) Advance(now alloc.Time) {
	defer a.settle(new(error), func() calls.Call { return &calls.Advance{Now: now} })
	a.advance(now)
}

func (a *Allocator) advance(now alloc.Time) {
	a.advanceClock(now)
	a.endFilters(a.state.Schedule.Now)
	a.state.Schedule.EndRecoveryTimeouts()
	a.allocatePeriodically()
	if !a.state.Schedule.Pending {
		a.endFiltersBehindCycle()
	}
}
