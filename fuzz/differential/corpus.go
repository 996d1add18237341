package differential

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"runtime/coverage"
	"slices"
	"time"

	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/reduce"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/steps"
)

// A Corpus is sequences that have reached something, to be built upon.
type Corpus struct {
	sequences []*sequence.Sequence
	random    *rand.Rand
}

// A corpus has so many sequences at most, of so many calls: longer ones are not worth
// what it costs to get to their end.
const (
	mostSequences = 400
	mostCalls     = 4000
)

// NewCorpus is a corpus that draws by a seed.
func NewCorpus(seed uint64) *Corpus { return &Corpus{random: rand.New(rand.NewPCG(seed, 4))} }

// Len is how many sequences there are.
func (c *Corpus) Len() int { return len(c.sequences) }

// Add adds a sequence, in the place of another one if there are too many.
func (c *Corpus) Add(t *sequence.Sequence) {
	switch {
	case len(t.Calls) > mostCalls:
	case len(c.sequences) < mostSequences:
		c.sequences = append(c.sequences, t)
	default:
		c.sequences[c.random.IntN(len(c.sequences))] = t
	}
}

// Draw is a sequence to build upon, at times only the beginning of one; or nil, as often.
func (c *Corpus) Draw() *sequence.Sequence {
	if len(c.sequences) == 0 || c.random.IntN(2) == 0 {
		return nil
	}
	t := c.sequences[c.random.IntN(len(c.sequences))]
	if c.random.IntN(4) == 0 && len(t.Calls) > 0 {
		t = &sequence.Sequence{Cast: t.Cast, Calls: t.Calls[:c.random.IntN(len(t.Calls))]}
	}
	return t
}

// Read adds the histories of a folder, which need not be there.
func (c *Corpus) Read(dir string) error {
	return must.Catch(func() {
		for _, file := range must.Get(filepath.Glob(filepath.Join(dir, "*.history"))) {
			for _, t := range must.Get(ReadFile(file)) {
				c.Add(t)
			}
		}
	})
}

// Write writes the sequences into a folder, as histories.
func (c *Corpus) Write(dir string) error {
	return must.Catch(func() {
		for _, t := range c.sequences {
			text := ""
			for _, op := range t.Ops() {
				text += lineOf(op) + "\n"
			}
			must.Do(WriteFile(filepath.Join(dir, nameOf(text)+".history"), t, nil))
		}
	})
}

// nameOf is a name for a history that stays the same.
func nameOf(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("%016x", h.Sum64())
}

// Minimise leaves sequences that reach together what all do, and of their calls those that it
// takes. Short ones, which are better to build upon, are tried first. The program has to be
// built to count what it reaches.
func (c *Corpus) Minimise(limit time.Duration) error {
	slices.SortStableFunc(c.sequences, func(x, y *sequence.Sequence) int { return cmp.Compare(len(x.Calls), len(y.Calls)) })
	have := map[uint64]bool{}
	var kept []*sequence.Sequence
	return must.Catch(func() {
		for i, t := range c.sequences {
			began := time.Now()
			news := reachedBy(t)
			maps.DeleteFunc(news, func(p uint64, _ bool) bool { return have[p] })
			if len(news) > 0 {
				least := leastThatReaches(t, news, began.Add(limit/time.Duration(len(c.sequences)-i)))
				maps.Copy(have, reachedBy(least))
				kept = append(kept, least)
			}
			limit -= time.Since(began)
		}
		c.sequences = kept
	})
}

// reachedBy plays a sequence on the core alone, and is the places of the code that this reaches.
func reachedBy(t *sequence.Sequence) map[uint64]bool {
	must.Do(coverage.ClearCounters())
	newMatch(t.Cast, accounts.New(t.Cast), Pace{}, nil, 1).play(t)
	out := map[uint64]bool{}
	new(steps.Counter).Each(func(place uint64, _ uint32) { out[place] = true })
	return out
}

// leastThatReaches drops calls of a sequence as long as it reaches what it has to.
func leastThatReaches(t *sequence.Sequence, want map[uint64]bool, end time.Time) *sequence.Sequence {
	over := func() bool { return time.Now().After(end) }
	calls := reduce.Drop(t.Calls, over, func(fewer *[]sequence.Call) bool {
		got := reachedBy(&sequence.Sequence{Cast: t.Cast, Calls: *fewer})
		missing := maps.Clone(want)
		maps.DeleteFunc(missing, func(p uint64, _ bool) bool { return got[p] })
		return len(missing) == 0
	})
	return &sequence.Sequence{Cast: t.Cast, Calls: slices.Clip(calls)}
}
