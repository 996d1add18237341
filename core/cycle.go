package core

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/cycle"
)

// Allocate runs the cycle that is due, if one is, and writes its outcome to out, whose former
// content it discards. A framework holds its offers until they are recovered. Allocate first does
// what Advance does at that time. A nil out panics before anything has changed.
//
// Cost: O(a log c), for a agents that can be offered and that something changed for, and c clients,
// and O(a log a) where agents come by id or fullness; a bit for each other candidate. Where quota
// has kept agents back, each role that has more room than before looks at a bit of each of these;
// until as much has been offered as came back, a counts those that the role does not refuse anyway.
// Where roles lend, a cycle of all agents also looks at each role, lender, bound and recalled loan; at all
// who may borrow for each of the a agents; and once anybody has changed at each agent with loans,
// there at each role that lacks something, for each cost of what is lent (SetLoanCost). Under HDRF, where
// nothing is left free, each role that was offered nothing looks at each offer, with all its frameworks.
func (a *Allocator) Allocate(now alloc.Time, out *alloc.Cycle) {
	a.allocate(now, out)
	if assert.Checking {
		a.verify()
	}
	if a.recorder != nil {
		a.recorder.Allocated(now, out, out.Digest())
	}
}

func (a *Allocator) allocate(now alloc.Time, out *alloc.Cycle) {
	out.Offers, out.Resources, out.InverseOffers, out.Recalls = out.Offers[:0], out.Resources[:0], out.InverseOffers[:0], out.Recalls[:0]
	cycle.Reset(&out.Report)
	if at, ok := a.NextDeadline(); ok && at <= now {
		a.advance(now)
		a.forgetUnused()
	}
	a.advanceClock(now)
	if a.state.Schedule.Pending && !a.state.Schedule.Paused {
		out.Report.Ran = true
		a.state.Schedule.Counters.CycleRuns(a.state.Schedule.Now)
		a.cycle.Run(out)
	}
	a.state.Schedule.CycleIsOver(out.Report.Ran)
	a.endFiltersBehindCycle()
}

// Pending reports whether a cycle has been asked for. The host then calls
// Allocate, soon, but may let further calls pass before: like Mesos's, one
// cycle serves them all.
//
// Cost: constant.
func (v *View) Pending() bool { return v.state.Schedule.Pending }

// Now returns the latest time that any call has named.
//
// Cost: constant.
func (v *View) Now() alloc.Time { return v.state.Schedule.Now }
