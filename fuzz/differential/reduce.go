package differential

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/reduce"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// always asks everything after every call.
var always = Pace{Touched: 1, Headroom: 1, Metrics: 1, State: 1, Validate: 1, LeftOver: 1, Trace: 1}

// anew has opponents that can come in do so before every call, and answer that one call.
var anew = Pace{Touched: 1, Headroom: 1, Join: 1}

// Replay carries a sequence out that was made up for a seed. What is refused is no
// failure, but for what goes along with it. With thorough, everything is asked after
// every call, and the failure is that of the first call that is wrong.
func (l *Lane) Replay(t *sequence.Sequence, seed uint64, thorough bool) *Failure {
	if thorough {
		return l.replay(t, seed, always)
	}
	return l.replay(t, seed, l.pace)
}

func (l *Lane) replay(t *sequence.Sequence, seed uint64, pace Pace) *Failure {
	return newMatch(t.Cast, accounts.New(t.Cast), pace, l.opponents(t.Cast, seed), seed).play(t)
}

// Reduce makes a sequence that fails shorter and simpler, as long as it fails in the same
// check: it drops calls, in ever smaller groups, then parts of those that are left. It
// stops after the time given.
func (l *Lane) Reduce(t *sequence.Sequence, seed uint64, f *Failure, limit time.Duration) *sequence.Sequence {
	r := reducer{l, t.Cast, seed, f, l.pace, time.Now().Add(limit)}
	calls := t.Calls[:min(f.Step+1, len(t.Calls))]
	// It may have been seen at a drawn moment, or by an opponent that came in at one.
	for _, pace := range []Pace{l.pace, always, anew} {
		r.pace = pace
		if r.fails(&calls) {
			return r.simplify(&sequence.Sequence{Cast: r.cast, Calls: r.reduce(calls)})
		}
	}
	return t
}

func (r *reducer) reduce(calls []sequence.Call) []sequence.Call {
	calls = reduce.Drop(calls, r.over, r.fails)
	if whole := calls; r.pace == r.Lane.pace && len(calls) < 200 {
		// What is asked always shows a failure at its first call.
		r.pace = always
		if r.fails(&whole) {
			return reduce.Drop(whole, r.over, r.fails)
		}
		r.pace = r.Lane.pace
	}
	return calls
}

// simplify leaves out parts of calls, and calls, of a sequence that can be told as a history.
func (r *reducer) simplify(t *sequence.Sequence) *sequence.Sequence {
	simpler := t
	fails := func(ops []history.Op) bool {
		x, err := sequence.Read(t.Cast.Setup, ops)
		if err != nil {
			return false
		}
		r.cast = x.Cast
		if !r.fails(&x.Calls) {
			return false
		}
		simpler = x
		return true
	}
	if ops := t.Ops(); fails(ops) {
		reduce.While(ops, fails, time.Until(r.end))
	}
	return simpler
}

type reducer struct {
	*Lane
	cast    *sequence.Cast
	seed    uint64
	failure *Failure
	pace    Pace
	end     time.Time
}

func (r *reducer) over() bool { return time.Now().After(r.end) }

// fails says whether calls fail as the sequence did, and leaves out those that come
// after. That a call is refused or not against what was known before is not on the
// sequence: then the last call has to meet the same fate.
func (r *reducer) fails(calls *[]sequence.Call) bool {
	last, want, pace, opponents := len(*calls), generator.Want{}, r.pace, r.opponents
	if r.failure.Check == expectation {
		last--
		if last < 0 || (*calls)[last].Verb != r.failure.verb {
			return false
		}
		want, pace = r.failure.want, Pace{}
		opponents = func(*sequence.Cast, uint64) []opponent { return nil }
	}
	m := newMatch(r.cast, accounts.New(r.cast), pace, opponents(r.cast, r.seed), r.seed)
	played, f := m.playFaithfully(*calls, last, want)
	if f == nil || f.Check != r.failure.Check || r.failure.Check == expectation && f.Step != len(played)-1 {
		return false
	}
	*calls = played[:min(f.Step+1, len(played))]
	return true
}

// playFaithfully carries out what is left of a sequence, and returns it. If the sequence was faithful, that remains so:
// calls that are not are left out, and what a framework uses already is told anew.
func (m *match) playFaithfully(list []sequence.Call, one int, want generator.Want) (played []sequence.Call, f *Failure) {
	f = m.guarded(func() {
		m.start()
		for i, c := range list {
			if m.cast.Faithful && c.Verb == calls.OpAddFramework {
				m.accounts.TellUsed(&c)
			}
			if m.cast.Faithful && !m.accounts.IsFaithful(&c) {
				continue
			}
			w := generator.Want{Either: true}
			if i == one {
				w = want
			}
			played = append(played, c)
			m.call(&played[len(played)-1], w)
		}
		m.end()
	})
	return played, f
}

// play carries a sequence out. What is refused is no failure, but for what goes along with it.
func (m *match) play(t *sequence.Sequence) *Failure {
	return m.guarded(func() {
		m.start()
		for i := range t.Calls {
			m.call(&t.Calls[i], generator.Want{Either: true})
		}
		m.end()
	})
}
