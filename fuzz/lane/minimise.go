package lane

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/bits"
	"runtime/coverage"
	"slices"
	"time"

	"github.com/apportion/apportion/fuzz/book"
	"github.com/apportion/apportion/fuzz/draw"
	"github.com/apportion/apportion/fuzz/reduce"
	"github.com/apportion/apportion/fuzz/tape"
)

// nameOf is a name for a history that stays the same.
func nameOf(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("%016x", h.Sum64())
}

// places are what a tape reaches: code, and pairs of features.
type places map[uint64]bool

// pair marks the place of a pair of features.
const pair = 1 << 63

// Minimise leaves tapes that reach together what all do, and of their calls those
// that it takes: short ones are tried first, since many that are short are better to
// build upon than a few that have everything. The program has to be built to count
// what it reaches.
func (c *Corpus) Minimise(limit time.Duration) error {
	if err := coverage.ClearCounters(); err != nil {
		return err
	}
	slices.SortStableFunc(c.tapes, func(x, y *tape.Tape) int { return cmp.Compare(len(x.Calls), len(y.Calls)) })
	have := places{}
	var kept []*tape.Tape
	for i, t := range c.tapes {
		began := time.Now()
		news := reachedBy(t)
		maps.DeleteFunc(news, func(p uint64, _ bool) bool { return have[p] })
		if len(news) > 0 {
			least := leastThatReaches(t, news, began.Add(limit/time.Duration(len(c.tapes)-i)))
			maps.Copy(have, reachedBy(least))
			kept = append(kept, least)
		}
		limit -= time.Since(began)
	}
	c.tapes = kept
	return nil
}

// reachedBy plays a tape on the core alone.
func reachedBy(t *tape.Tape) places {
	if err := coverage.ClearCounters(); err != nil {
		return nil
	}
	compass := NewCompass()
	m := newMatch(t.Cast, book.New(t.Cast), Pace{}, nil, 1)
	m.compass = compass
	m.play(t, -1, draw.Want{})
	out := places{}
	compass.code.each(func(place uint64) { out[place] = true })
	for i, with := range compass.pairs {
		for ; with != 0; with &= with - 1 {
			out[pair|uint64(i)<<8|uint64(bits.TrailingZeros64(with))] = true
		}
	}
	return out
}

// leastThatReaches drops calls of a tape as long as it reaches what it has to.
func leastThatReaches(t *tape.Tape, want places, end time.Time) *tape.Tape {
	over := func() bool { return time.Now().After(end) }
	calls := t.Calls
	for before := -1; before != len(calls) && !over(); {
		before = len(calls)
		calls = reduce.Drop(calls, over, func(fewer *[]tape.Call) bool {
			got := reachedBy(&tape.Tape{Cast: t.Cast, Calls: *fewer})
			for p := range want {
				if !got[p] {
					return false
				}
			}
			return true
		})
	}
	return &tape.Tape{Cast: t.Cast, Calls: slices.Clip(calls)}
}
