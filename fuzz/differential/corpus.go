package differential

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"

	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
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
