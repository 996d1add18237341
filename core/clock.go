package core

import "math"

// advanceClock moves the allocator's time forward. If a host's clock is set back, the
// allocator's stands still.
func (a *Allocator) advanceClock(now Time) {
	if now > a.news.Now {
		a.news.Now = now
		a.totals.SetNow(int64(now))
	}
}

// Now returns the latest time that any call has named.
func (a *Allocator) Now() Time { return a.news.Now }

// NextDeadline returns when something next happens by itself: the periodic allocation, the
// end of an offer filter, or the end of the wait for agents in recovery. The host calls
// Advance then. ok is false if nothing is ever due.
func (a *Allocator) NextDeadline() (at Time, ok bool) {
	at = math.MaxInt64
	if periodic, ok := a.nextPeriodicAllocation(); ok {
		at = periodic
	}
	for _, t := range a.news.Recovery.ResumeAt {
		at = min(at, t)
	}
	if due, ok := a.frameworks.Filters.Deadline(); ok {
		at = min(at, Time(due))
	}
	return at, at != math.MaxInt64
}

// Advance tells the allocator the time. It ends the filters that are due and a recovery
// that has waited too long, and makes every agent a candidate if the periodic allocation
// is due. Pending says whether a cycle is due now.
//
// A filter that lasts one interval still holds in a periodic allocation at the very time
// of its end. A longer one does not.
func (a *Allocator) Advance(now Time) {
	defer a.settle()
	a.advanceClock(now)
	a.endFilters(a.news.Now)
	a.endRecoveryTimeouts()
	a.allocatePeriodically()
	if !a.news.Pending {
		a.endFiltersBehindCycle()
	}
	a.ledger.LookAtNextLingering()
	a.frameworks.LookAtNextHistory()
}
