package differential

import (
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/steps"
)

// A Compass knows what histories have reached: for which sets of reasons an agent was not
// offered to those who are there, and, in a program that counts it, which code. Histories that
// reach something new are worth building upon.
type Compass struct {
	reasons map[uint32]bool
	counter steps.Counter
	places  int // of the code
}

// NewCompass is a compass that has seen nothing.
func NewCompass() *Compass { return &Compass{reasons: map[uint32]bool{}} }

// visit works out for an agent that has something free why each of those who are
// there is not offered it, and says whether there was ever one with the same reasons.
func (c *Compass) visit(m *match) bool {
	b := m.accounts
	if b.AgentsThere.Len() == 0 || b.FrameworksThere.Len() > 64 {
		return false
	}
	n := b.AgentsThere.At(m.step % b.AgentsThere.Len())
	a := &b.Agents[n]
	var set uint32
	note := func(bit int, facts ...bool) {
		for i, holds := range facts {
			if holds {
				set |= 1 << (bit + i)
			}
		}
	}
	for f := range b.FrameworksThere.All() {
		for _, r := range b.Frameworks[f].Roles {
			set |= 1 << b.WhyNot(accounts.Place{Framework: f, Role: r.Role, Agent: n})
		}
	}
	for _, p := range a.Free {
		k := &m.cast.Kinds[p.Kind]
		note(16, k.Role != sequence.None, k.Resource.Shared, !k.Scalar(), k.Resource.Revocable)
	}
	note(20, a.Free.Empty(), len(b.Quotas()) > 0, len(a.Holdings) > 2, a.Maintained)
	if c.reasons[set] {
		return false
	}
	c.reasons[set] = true
	return true
}

// grew says whether more of the code was reached since it was last asked.
func (c *Compass) grew() bool {
	before := c.places
	c.places = 0
	c.counter.Each(func(uint64, uint32) { c.places++ })
	return c.places > before
}

// Scouts says whether the program counts what code it reaches.
func (c *Compass) Scouts() bool { return c.places > 0 }

// States are how many sets of reasons there were.
func (c *Compass) States() int { return len(c.reasons) }
