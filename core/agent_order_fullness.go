package core

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/quantities"
)

// agentFullness is how full agents are, for the orders OrderPack and OrderSpread: of each
// the largest part of a scalar that is not free. It is kept from one cycle to the next
// for agents on which nothing has changed since.
type agentFullness struct {
	wanted bool // by the order of agents
	known  container.BitSet
	of     []uint32 // by slot: parts of 2^32-1
	total  quantities.Row
	free   quantities.Row
}

// orderByFullness brings the agents into the order of how full they are; those that are
// equally full, into that of their slots.
func (c *allocationCycle) orderByFullness(fullestFirst bool) {
	a := c.a
	c.orderBySlot()
	flip := uint32(0)
	if fullestFirst {
		flip = ^flip
	}
	for i, x := range c.agents {
		slot := agentSlot(x)
		c.agents[i] = uint64(a.fullnessOf(slot)^flip)<<32 | uint64(slot)
	}
	c.agents, c.spare = container.RadixSort(c.agents, c.spare)
}

// orderBySlot brings the agents into the order of their slots, in which those that are
// equally full stay: the sort that follows is stable, and quick to see that ties are in
// order.
func (c *allocationCycle) orderBySlot() {
	if slices.IsSortedFunc(c.agents, func(x, y uint64) int { return cmp.Compare(agentSlot(x), agentSlot(y)) }) {
		return
	}
	c.chosen.Reset()
	for _, x := range c.agents {
		c.chosen.Set(agentSlot(x))
	}
	c.agents = c.agents[:0]
	for i, w := range c.chosen {
		c.a.scratch.agents = container.AppendWord(c.a.scratch.agents[:0], i, w)
		for _, slot := range c.a.scratch.agents {
			c.agents = append(c.agents, uint64(slot))
		}
	}
}

func (a *Allocator) fullnessOf(slot agentSlot) uint32 {
	f := &a.fullness
	for int(slot) >= len(f.of) {
		f.of = append(f.of, 0)
	}
	if !f.known.Has(slot) {
		f.known.Set(slot)
		f.of[slot] = f.measure(a, a.agents.At(slot))
	}
	return f.of[slot]
}

// measure works out how full an agent is.
func (f *agentFullness) measure(a *Allocator, g *agent) uint32 {
	f.total.Reset()
	f.free.Reset()
	g.total.Scalars(&f.total, &a.kinds.Kinds)
	g.free.Scalars(&f.free, &a.kinds.Kinds)
	fullest := 0.0
	for n, total := range f.total.All() {
		if total > 0 {
			fullest = max(fullest, float64(total-f.free.At(n))/float64(total))
		}
	}
	return uint32(min(fullest, 1) * (1<<32 - 1))
}
