package cycle

import (
	"cmp"
	"slices"

	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// A stage visits its agents by id, which replays Mesos's recordings, by how full they
// are, or at random. An agent's random place is drawn from the seed, the cycle, the stage
// and its slot, whichever other agents take part. Each stage sorts anew; what is remembered
// for it is in agents/agents_by_id.go and agents/fullness.go.

// agentOrder brings the agents that a cycle visits into order, and is what it works in.
type agentOrder struct {
	list   []uint64 // the order's key in the upper half, the slot in the lower
	spare  []uint64 // space for sorting by fullness
	random RandomOrder
	chosen container.BitSet // the list as a set
	slots  []slots.Agent    // a word of it
}

// sort brings the agents into the order of a stage, which makes its draws from a number.
func (o *agentOrder) sort(a *Cluster, draws uint64) {
	switch a.options.AgentOrder {
	case api.OrderByID:
		o.sortByID(a.agents)
		return
	case api.OrderPack, api.OrderSpread:
		o.sortByFullness(a.agents, a.options.AgentOrder == api.OrderPack)
		return
	}
	o.list = o.random.Draw(o.list, a.options.Seed^draws, a.agents.Live() >= manyAgents)
}

// choose makes chosen the set of the agents on the list.
func (o *agentOrder) choose() {
	o.chosen.Reset()
	for _, x := range o.list {
		o.chosen.Set(slots.Agent(x))
	}
}

// sortByID sorts the agents by name, as Mesos's recordings have them.
func (o *agentOrder) sortByID(as *agents.Agents) {
	if len(o.list) < 2 {
		return
	}
	o.choose()
	o.list = o.list[:0]
	for _, slot := range as.SortAgents() {
		if o.chosen.Has(slot) {
			o.list = append(o.list, uint64(slot))
		}
	}
}

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
