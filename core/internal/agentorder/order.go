// Package agentorder owns the order in which a stage of the cycle visits agents: by id, as
// Mesos's recordings have it, by how full they are, or at random. Each stage sorts anew; what is
// remembered for it is in agents/agents_by_id.go.
package agentorder

import (
	"cmp"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Order brings agents into order, and is what it works in. In its lists the lower half of an element
// is an agent's slot; the upper half is what the order goes by.
type Order struct {
	spare  []uint64 // space for sorting by fullness
	random Random
	meter  agents.LoadMeter
	chosen container.BitSet[slots.Agent] // a list as a set
	slots  []slots.Agent                 // a word of it
}

// Sort brings a list into the order that the options ask for. seed is what a stage draws from. It
// keeps the list, and returns one that it may have had before.
func (o *Order) Sort(list []uint64, as *agents.Agents, options *alloc.Options, seed uint64) []uint64 {
	switch options.AgentOrder {
	case alloc.OrderByID:
		return o.sortByID(list, as)
	case alloc.OrderPack, alloc.OrderSpread:
		return o.sortByFullness(list, as, options.AgentOrder == alloc.OrderPack)
	}
	return o.random.Draw(list, seed, as.Live() >= manyAgents)
}

// sortByID sorts the agents by name, as Mesos's recordings have them.
func (o *Order) sortByID(list []uint64, as *agents.Agents) []uint64 {
	if len(list) < 2 {
		return list
	}
	o.choose(list)
	list = list[:0]
	for _, slot := range as.SortAgents() {
		if o.chosen.Has(slot) {
			list = append(list, uint64(slot))
		}
	}
	return list
}

// choose makes chosen the set of the agents on a list.
func (o *Order) choose(list []uint64) {
	o.chosen.Reset()
	for _, x := range list {
		o.chosen.Set(slots.Agent(x))
	}
}

// sortByFullness sorts the agents by how full they are, and equally full ones by slot.
func (o *Order) sortByFullness(list []uint64, as *agents.Agents, fullestFirst bool) []uint64 {
	list = o.sortBySlot(list)
	flip := uint32(0)
	if fullestFirst {
		flip = ^flip
	}
	for i, x := range list {
		slot := slots.Agent(x)
		fullness := uint32(o.meter.FullnessOf(as, as.At(slot)) * math.MaxUint32)
		list[i] = withPlace(slot, uint64(fullness^flip))
	}
	list, o.spare = container.RadixSort(list, o.spare)
	return list
}

// sortBySlot sorts the agents by slot. The stable sort by fullness that follows keeps
// equally full agents in that order, and is quick to see that ties are in order.
func (o *Order) sortBySlot(list []uint64) []uint64 {
	if slices.IsSortedFunc(list, func(x, y uint64) int { return cmp.Compare(slots.Agent(x), slots.Agent(y)) }) {
		return list
	}
	o.choose(list)
	list = list[:0]
	for i, w := range o.chosen {
		o.slots = container.AppendWord(o.slots[:0], i, w)
		for _, slot := range o.slots {
			list = append(list, uint64(slot))
		}
	}
	return list
}
