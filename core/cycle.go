package core

import "github.com/apportion/apportion/core/internal/cycle"

// Allocate runs the cycle that is due, if one is, and writes its outcome to out, whose
// former content it discards. A framework holds its offers until they are recovered.
//
// Cost: O(a log c), for a agents that can be offered and that something changed for, and c
// clients.
func (a *Allocator) Allocate(now Time, out *Cycle) {
	if checking {
		defer a.verify()
	}
	a.advanceClock(now)
	out.Offers, out.Resources, out.InverseOffers = out.Offers[:0], out.Resources[:0], out.InverseOffers[:0]
	cycle.Reset(&out.Report)
	if a.news.Pending && !a.news.Paused {
		out.Report.Ran = true
		a.news.Counters.CycleRuns(a.news.Now)
		a.cycle.Run(out)
		a.cycle.InverseOffers()
		a.news.Candidates.Reset()
	}
	a.news.Pending = false
	a.endFiltersBehindCycle()
}
