// Package agentorder owns the order in which a stage of the cycle visits agents: by id, as
// Mesos's recordings have it, by how full they are, or at random. Each stage sorts anew.
package agentorder

import (
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
)

// Order brings agents into order, and is what it works in. In its lists the lower half of an element
// is an agent's slot; the upper half is what the order goes by.
type Order struct {
	random random
	meter  agents.LoadMeter
}

// Sort brings a list into the order that the options ask for. seed is what a stage draws from. It
// keeps the list, and returns one that it may have had before.
func (o *Order) Sort(list []uint64, as *agents.Agents, options *alloc.Options, seed uint64) []uint64 {
	switch options.AgentOrder {
	case alloc.OrderByID:
		slices.SortFunc(list, func(x, y uint64) int { return as.CompareNames(slots.Agent(x), slots.Agent(y)) })
		return list
	case alloc.OrderPack, alloc.OrderSpread:
		o.sortByFullness(list, as, options.AgentOrder == alloc.OrderPack)
		return list
	}
	return o.random.draw(list, seed, as.Live() >= manyAgents)
}

// sortByFullness sorts the agents by how full they are, and equally full ones by slot.
func (o *Order) sortByFullness(list []uint64, as *agents.Agents, fullestFirst bool) {
	flip := uint32(0)
	if fullestFirst {
		flip = ^flip
	}
	for i, x := range list {
		slot := slots.Agent(x)
		fullness := uint32(o.meter.FullnessOf(as, as.At(slot)) * math.MaxUint32)
		list[i] = withPlace(slot, uint64(fullness^flip))
	}
	slices.Sort(list)
}
