package lane

import (
	"time"

	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/tape"
)

// always asks everything after every call.
var always = Pace{Touched: 1, Headroom: 1, Metrics: 1, State: 1, Validate: 1, LeftOver: 1, Trace: 1}

// anew has opponents that can come in do so before every call, and answer that one call.
var anew = Pace{Touched: 1, Headroom: 1, Join: 1}

// Replay carries a tape out that was made up for a seed. What is refused is no
// failure, but for what goes along with it. With thorough, everything is asked after
// every call, and the failure is that of the first call that is wrong.
func (l *Lane) Replay(t *tape.Tape, seed uint64, thorough bool) *Failure {
	if thorough {
		return l.replay(t, seed, always)
	}
	return l.replay(t, seed, l.pace)
}

func (l *Lane) replay(t *tape.Tape, seed uint64, pace Pace) *Failure {
	return newMatch(t.Cast, book.New(t.Cast), pace, l.opponents(t.Cast, seed), seed).play(t)
}

// Reduce drops calls of a tape that fails, in ever smaller groups, as long as it
// fails in the same check. It stops after the time given.
func (l *Lane) Reduce(t *tape.Tape, seed uint64, f *Failure, limit time.Duration) *tape.Tape {
	r := reducer{l, t.Cast, seed, f, l.pace, time.Now().Add(limit)}
	calls := t.Calls[:min(f.Step+1, len(t.Calls))]
	// It may have been seen at a drawn moment, or by an opponent that came in at one.
	for _, pace := range []Pace{l.pace, always, anew} {
		if r.pace = pace; r.fails(&calls) {
			return &tape.Tape{Cast: t.Cast, Calls: r.reduce(calls)}
		}
	}
	return t
}

func (r *reducer) reduce(calls []tape.Call) []tape.Call {
	for before := -1; before != len(calls) && !r.over(); {
		before = len(calls)
		for group := (len(calls) + 1) / 2; group > 0 && !r.over(); group /= 2 {
			calls = dropGroups(calls, group, r.over, r.fails)
			if whole := calls; r.pace == r.Lane.pace && len(calls) < 200 {
				// What is asked always shows a failure at its first call.
				if r.pace = always; r.fails(&whole) {
					calls = whole
				} else {
					r.pace = r.Lane.pace
				}
			}
		}
	}
	return calls
}

type reducer struct {
	*Lane
	cast    *tape.Cast
	seed    uint64
	failure *Failure
	pace    Pace
	end     time.Time
}

func (r *reducer) over() bool { return time.Now().After(r.end) }

// dropGroups leaves out groups of so many calls where fewer do, and those that fewer
// says come after what matters.
func dropGroups(calls []tape.Call, group int, over func() bool, do func(fewer *[]tape.Call) bool) []tape.Call {
	for i := len(calls) - group; i >= 0 && !over(); i -= group {
		fewer := append(append([]tape.Call{}, calls[:i]...), calls[i+group:]...)
		if do(&fewer) {
			calls = fewer
			i = min(i, len(calls))
		}
	}
	return calls
}

// fails says whether calls fail as the tape did, and leaves out those that come
// after. That a call is refused or not against what was known before is not on the
// tape: then the last call has to meet the same fate.
func (r *reducer) fails(calls *[]tape.Call) bool {
	t := &tape.Tape{Cast: r.cast, Calls: *calls}
	if r.failure.Check == expectation {
		last := len(t.Calls) - 1
		if last < 0 || t.Calls[last].Verb != r.failure.verb {
			return false
		}
		f := newMatch(r.cast, book.New(r.cast), Pace{}, nil, r.seed).playUnlike(t, last, r.failure.want)
		return f != nil && f.Check == expectation && f.Step == last
	}
	f := r.replay(t, r.seed, r.pace)
	if f == nil || f.Check != r.failure.Check {
		return false
	}
	*calls = t.Calls[:min(f.Step+1, len(t.Calls))]
	return true
}
