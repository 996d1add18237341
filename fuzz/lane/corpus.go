package lane

import (
	"math/rand/v2"
	"path/filepath"

	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/must"
)

// A Corpus is tapes that have reached something, to be built upon.
type Corpus struct {
	tapes  []*tape.Tape
	random *rand.Rand
}

// A corpus has so many tapes at most, of so many calls: longer ones are not worth
// what it costs to get to their end.
const (
	mostTapes = 400
	mostCalls = 4000
)

// NewCorpus is a corpus that draws by a seed.
func NewCorpus(seed uint64) *Corpus { return &Corpus{random: rand.New(rand.NewPCG(seed, 4))} }

// Len is how many tapes there are.
func (c *Corpus) Len() int { return len(c.tapes) }

// Add adds a tape, in the place of another one if there are too many.
func (c *Corpus) Add(t *tape.Tape) {
	switch {
	case len(t.Calls) > mostCalls:
	case len(c.tapes) < mostTapes:
		c.tapes = append(c.tapes, t)
	default:
		c.tapes[c.random.IntN(len(c.tapes))] = t
	}
}

// Draw is a tape to build upon, at times only the beginning of one; or nil, as often.
func (c *Corpus) Draw() *tape.Tape {
	if len(c.tapes) == 0 || c.random.IntN(2) == 0 {
		return nil
	}
	t := c.tapes[c.random.IntN(len(c.tapes))]
	if c.random.IntN(4) == 0 && len(t.Calls) > 0 {
		t = &tape.Tape{Cast: t.Cast, Calls: t.Calls[:c.random.IntN(len(t.Calls))]}
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

// Write writes the tapes into a folder, as histories.
func (c *Corpus) Write(dir string) error {
	return must.Catch(func() {
		for _, t := range c.tapes {
			text := ""
			for _, op := range t.Ops() {
				text += lineOf(op) + "\n"
			}
			must.Do(WriteFile(filepath.Join(dir, nameOf(text)+".history"), t, nil))
		}
	})
}
