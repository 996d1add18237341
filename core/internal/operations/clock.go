package operations

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/cycle"
)

// advanceClock moves the allocator's time forward.
func (o *state) advanceClock(now api.Time) {
	if o.news.AdvanceTo(now) {
		o.totals.SetNow(int64(now))
	}
}

// NextDeadline returns when something next happens by itself (core.Allocator.NextDeadline).
func (o *Cycles) NextDeadline() (at api.Time, ok bool) {
	at = api.EndOfTime
	if o.options.Interval > 0 {
		at = o.news.NextPeriodic
	}
	for _, t := range o.news.Recovery.ResumeAt {
		at = min(at, t)
	}
	if due, ok := o.frameworks.Filters.Deadline(); ok {
		at = min(at, api.Time(due))
	}
	return at, at != api.EndOfTime
}

// Advance does what is due (core.Allocator.Advance).
func (o *Cycles) Advance(now api.Time) {
	o.advanceClock(now)
	o.endFilters(o.news.Now)
	o.news.EndRecoveryTimeouts()
	o.allocatePeriodically()
	if !o.news.Pending {
		o.endFiltersBehindCycle()
	}
	o.ledger.Lingerings.LookAtNext()
	o.frameworks.LookAtNextHistory()
}

// allocatePeriodically makes every agent a candidate once an allocation interval has
// passed, and begins the next interval. If the host is late, that one begins now. One that
// ends at the end of time never has passed.
func (o *Cycles) allocatePeriodically() {
	interval, at := o.options.Interval, o.news.NextPeriodic
	if interval > 0 && at <= o.news.Now && at != api.EndOfTime {
		o.news.BeginInterval(interval)
		o.agents.RequestAll()
	}
}

// Allocate runs the cycle that is due, if one is (core.Allocator.Allocate).
func (o *Cycles) Allocate(now api.Time, out *api.Cycle) {
	o.advanceClock(now)
	out.Offers, out.Resources, out.InverseOffers, out.Recalls = out.Offers[:0], out.Resources[:0], out.InverseOffers[:0], out.Recalls[:0]
	cycle.Reset(&out.Report)
	if o.news.Pending && !o.news.Paused {
		out.Report.Ran = true
		o.news.Counters.CycleRuns(o.news.Now)
		o.Cycle.Run(out)
	}
	o.news.CycleIsOver(out.Report.Ran)
	o.endFiltersBehindCycle()
	if out.Report.Ran {
		o.forgetFilters(o.news.Counters.Runs)
	}
}

// AllocateDigested is Allocate that also returns the outcome's digest
// (core.Allocator.AllocateDigested).
func (o *Cycles) AllocateDigested(now api.Time, out *api.Cycle) uint64 {
	return o.Cycle.Digested(out, func() { o.Allocate(now, out) })
}
