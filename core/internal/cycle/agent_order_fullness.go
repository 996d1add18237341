package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// sortByFullness sorts the agents by how full they are, and equally full ones by slot.
func (o *agentOrder) sortByFullness(as *agents.Agents, fullestFirst bool) {
	o.sortBySlot()
	flip := uint32(0)
	if fullestFirst {
		flip = ^flip
	}
	for i, x := range o.list {
		slot := slots.Agent(x)
		o.list[i] = uint64(as.FullnessOf(slot)^flip)<<32 | uint64(slot)
	}
	o.list, o.spare = container.RadixSort(o.list, o.spare)
}

// sortBySlot sorts the agents by slot. The stable sort by fullness that follows keeps
// equally full agents in that order, and is quick to see that ties are in order.
func (o *agentOrder) sortBySlot() {
	if slices.IsSortedFunc(o.list, func(x, y uint64) int { return cmp.Compare(slots.Agent(x), slots.Agent(y)) }) {
		return
	}
	o.choose()
	o.list = o.list[:0]
	for i, w := range o.chosen {
		o.slots = container.AppendWord(o.slots[:0], i, w)
		for _, slot := range o.slots {
			o.list = append(o.list, uint64(slot))
		}
	}
}
