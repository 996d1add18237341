package model

import (
	"math"
	"slices"

	"github.com/apportion/apportion/history"
)

func init() { on((*state).advance) }

const (
	second   = int64(1e9)
	halfStep = second / 2

	// defaultRefusal is how long a framework refuses if it gives a negative time,
	// longestRefusal the longest that it can refuse.
	defaultRefusal = 5 * second
	longestRefusal = 365 * 24 * 3600 * second

	// longestAdvance bounds the steps that one operation makes the model take.
	longestAdvance = 24 * 3600
)

// nanos is a duration of so many seconds, cut off as Duration::create does it.
func nanos(seconds float64) int64 {
	check(math.Abs(seconds) <= 1e9, "%g seconds are too long", seconds)
	return int64(seconds * float64(second))
}

// instant is a time in seconds as it is told after it was kept in whole nanoseconds: late ones have
// fewer digits.
func instant(seconds float64) float64 {
	n := math.Round(seconds * float64(second))
	kept := int64(max(n, math.MinInt64))
	if n >= math.MaxInt64 {
		kept = math.MaxInt64
	}
	return float64(kept/second) + float64(kept%second)/float64(second)
}

// refusalNanos is how long a framework refuses.
func refusalNanos(seconds float64) int64 {
	switch {
	case seconds < 0:
		return defaultRefusal
	case seconds > float64(longestRefusal/second):
		return longestRefusal
	}
	return nanos(seconds)
}

// advance moves the clock in half seconds, and by what is left in the end.
func (s *state) advance(op *history.Advance) {
	check(op.Seconds >= 0 && op.Seconds <= longestAdvance, "cannot advance by %g seconds", op.Seconds)
	for left := nanos(op.Seconds); left > 0; left -= halfStep {
		s.step(min(left, halfStep))
	}
}

// step moves the clock and does what is due: recoveries time out and filters end,
// then comes the periodic allocation. Of filters that end at this very instant,
// those that last no longer than an interval still hold in it: their timers were
// set behind its own. Not so a filter for inverse offers, which Mesos asks for its
// time.
func (s *state) step(by int64) {
	before := s.nowNanos
	s.nowNanos += by
	s.roleSorter.nowNanos = s.nowNanos
	for _, sorter := range s.sorters {
		sorter.nowNanos = s.nowNanos
	}
	s.resumes = slices.DeleteFunc(s.resumes, func(at int64) bool {
		s.paused = s.paused && at > s.nowNanos
		return at <= s.nowNanos
	})
	s.endRefusals(func(r refusal) bool { return r.endNanos < s.nowNanos || r.endNanos == s.nowNanos && !r.late })
	for _, f := range s.frameworks {
		for id, list := range f.declines {
			f.declines[id] = slices.DeleteFunc(list, func(end int64) bool { return end <= s.nowNanos })
		}
	}
	if s.nowNanos/s.options.intervalNanos > before/s.options.intervalNanos {
		s.allocate(sortedKeys(s.agents)...)
		s.allocateCandidates()
	} else if s.onAdvance {
		s.allocateCandidates()
	}
	s.endRefusals(func(r refusal) bool { return r.endNanos <= s.nowNanos })
}

// endRefusals drops the filters that are over.
func (s *state) endRefusals(over func(refusal) bool) {
	for _, f := range s.frameworks {
		for _, agents := range f.refusals {
			for id, list := range agents {
				agents[id] = slices.DeleteFunc(list, over)
			}
		}
	}
}
