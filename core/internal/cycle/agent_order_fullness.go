package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// orderByFullness sorts the agents by how full they are, and equally full ones by slot.
func (c *Cycle) orderByFullness(fullestFirst bool) {
	a := c.a
	c.orderBySlot()
	flip := uint32(0)
	if fullestFirst {
		flip = ^flip
	}
	for i, x := range c.agents {
		slot := slots.Agent(x)
		c.agents[i] = uint64(a.agents.FullnessOf(slot)^flip)<<32 | uint64(slot)
	}
	c.agents, c.spare = container.RadixSort(c.agents, c.spare)
}

// orderBySlot sorts the agents by slot. The stable sort by fullness that follows keeps
// equally full agents in that order, and is quick to see that ties are in order.
func (c *Cycle) orderBySlot() {
	if slices.IsSortedFunc(c.agents, func(x, y uint64) int { return cmp.Compare(slots.Agent(x), slots.Agent(y)) }) {
		return
	}
	c.chosen.Reset()
	for _, x := range c.agents {
		c.chosen.Set(slots.Agent(x))
	}
	c.agents = c.agents[:0]
	for i, w := range c.chosen {
		c.a.scratch.agents = container.AppendWord(c.a.scratch.agents[:0], i, w)
		for _, slot := range c.a.scratch.agents {
			c.agents = append(c.agents, uint64(slot))
		}
	}
}
