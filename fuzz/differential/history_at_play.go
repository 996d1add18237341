package differential

import (
	"math/rand/v2"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
)

// A Game is a history of a lane that is being played. Who does not play it to its end calls GiveUp.
type Game struct {
	*match
	lane      *Lane
	Seed      uint64
	generator *generator.Generator
	Sequence  *sequence.Sequence // nil if it is not recorded
	played    int                // calls
	begun     bool
}

// Open begins the history of a seed. If there is a sequence to record it on, that ends with the call
// that failed; what was on it is gone.
func (l *Lane) Open(seed uint64, record *sequence.Sequence) *Game {
	return l.open(seed, record, rand.NewPCG(seed, 2))
}

func (l *Lane) open(seed uint64, record *sequence.Sequence, choices rand.Source) *Game {
	options, cast := l.begin(seed)
	g := &Game{lane: l, Seed: seed, generator: generator.New(options, cast, choices), Sequence: record}
	g.match = newMatch(cast, g.generator.Accounts(), l.pace, l.opponents(cast, seed), seed)
	if l.visits != nil {
		g.visits = l.visits(seed, l.Calls)
		g.visits.from += g.generator.Filling()
	}
	if record != nil {
		record.Cast, record.Calls = cast, record.Calls[:0]
	}
	return g
}

// Again is the same history from its beginning, recorded.
func (g *Game) Again() *Game { return g.lane.Open(g.Seed, sequence.New(nil)) }

// calls are how many the history has.
func (g *Game) calls() int {
	calls := g.lane.Calls + g.generator.Filling()
	if g.lane.brief != nil && g.lane.brief(g.Seed) {
		calls /= 20
	}
	return calls
}

// record puts a call on the sequence, if there is one.
func (g *Game) record(c *sequence.Call) {
	if g.Sequence != nil {
		g.Sequence.Add(c)
	}
}

// Play goes on for so many calls, and says whether the history is over. A history
// that fails is over.
func (g *Game) Play(calls int) (over bool, f *Failure) {
	f = g.guarded(func() {
		if !g.begun {
			g.begun = true
			g.start()
		}
		for ; calls > 0 && g.played < g.calls(); calls-- {
			g.played++
			c, want := g.generator.Next()
			g.record(c)
			g.call(c, want)
		}
		if g.played < g.calls() {
			return
		}
		g.giveBack()
		g.end()
	})
	return f != nil || g.played >= g.calls(), f
}

// giveBack has all that is held given back, where the lane has that.
func (g *Game) giveBack() {
	if !g.lane.drains {
		return
	}
	for _, c := range g.drain() {
		g.played++
		g.record(&c)
		// Of what outlived a framework, or is in several hands, it cannot be told whose it is.
		x, ok := c.Value.(*calls.RecoverResources)
		g.call(&c, generator.Want{Either: ok && (x.Allocated || g.cast.Start.StrictUse)})
	}
}

// Play plays as many calls of the history of a seed as the lane has: all, if no cluster is filled before (Filling).
func (l *Lane) Play(seed uint64, record bool) (Counts, *sequence.Sequence, *Failure) {
	var on *sequence.Sequence
	if record {
		on = sequence.New(nil)
	}
	g := l.Open(seed, on)
	_, f := g.Play(l.Calls)
	return g.Counts, g.Sequence, f
}
