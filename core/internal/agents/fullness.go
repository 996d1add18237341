package agents

import (
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// Fullness is how full agents are, for OrderPack and OrderSpread: an agent's fullness is
// the maximum over its scalars of (total - free) / total. FreeChanged forgets it.
type Fullness struct {
	Wanted bool // by the order of agents
	known  container.BitSet[slots.Agent]
	of     []uint32 // by slot: fullness * (2^32-1), if known
	total  quantities.Row
	free   quantities.Row
}

// FullnessOf returns how full an agent is, between 0 and 2^32-1.
func (as *Agents) FullnessOf(slot slots.Agent) uint32 {
	f := &as.Fullness
	for int(slot) >= len(f.of) {
		f.of = append(f.of, 0)
	}
	if !f.known.Has(slot) {
		f.known.Set(slot)
		f.of[slot] = f.measure(as, as.At(slot))
	}
	return f.of[slot]
}

// measure computes how full an agent is.
func (f *Fullness) measure(a *Agents, g *Agent) uint32 {
	f.total.Reset()
	f.free.Reset()
	g.Total.Scalars(&f.total, &a.kinds.Kinds)
	g.Free.Scalars(&f.free, &a.kinds.Kinds)
	fullest := 0.0
	for n, total := range f.total.All() {
		if total > 0 {
			fullest = max(fullest, float64(total-f.free.At(n))/float64(total))
		}
	}
	return uint32(min(fullest, 1) * (1<<32 - 1))
}

// LoadMeter measures agents, one after the other, in memory of its own.
type LoadMeter struct {
	Used []quantities.Amount // what tasks use on all that were measured, by name
	sums []loadSum           // by name; zero between two agents
}

// loadSum is how much an agent has of a name.
type loadSum struct{ total, free, used quantities.Amount }

// NewLoadMeter returns a meter of agents whose resources have so many names.
func NewLoadMeter(names int) *LoadMeter {
	return &LoadMeter{make([]quantities.Amount, names), make([]loadSum, names)}
}

// Measure returns the largest part of an agent's scalars that is not free, and the largest
// that tasks use, each at most 1.
func (m *LoadMeter) Measure(as *Agents, g *Agent) (held, used float64) {
	kinds := &as.kinds.Kinds
	for _, c := range g.Total.Counts {
		m.sums[c.Name].total += kinds.Amount(c)
	}
	for _, c := range g.Free.Counts {
		m.sums[c.Name].free += kinds.Amount(c)
	}
	for i := range g.InUse {
		for _, c := range g.InUse[i].Resources.Counts {
			n := kinds.Amount(c)
			m.sums[c.Name].used += n
			m.Used[c.Name] += n
		}
	}
	for _, c := range g.Total.Counts {
		if s := m.sums[c.Name]; s.total > 0 {
			held = max(held, float64(s.total-s.free)/float64(s.total))
			used = max(used, float64(s.used)/float64(s.total))
		}
		m.sums[c.Name] = loadSum{}
	}
	for i := range g.InUse { // there may be more in use than there is
		for _, c := range g.InUse[i].Resources.Counts {
			m.sums[c.Name] = loadSum{}
		}
	}
	return min(held, 1), min(used, 1)
}
