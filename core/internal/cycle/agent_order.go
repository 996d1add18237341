package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// The order in which a cycle visits its agents. By id it is for replaying what
// Mesos did; by how full agents are, it is in agent_order_fullness.go; at random, for
// everything else, it is drawn from the seed, the cycle and its stage, so that it
// does not depend on which other agents take part.
//
// DIVERGES: in a large cluster what is drawn is neighbourhoods. Agents in slots
// side by side are visited one after the other, in one of sixteen orders. Their
// memory then comes into the processor's cache together, where agents drawn one
// by one are each looked for in all of it, and a full cycle takes three quarters
// of the time (go test -bench 'Table/full' ./bench).

const (
	NeighbourShift = 4
	Neighbours     = 1 << NeighbourShift

	// manyAgents is from how many agents on neighbourhoods are drawn: fewer fit
	// in the cache anyway.
	manyAgents = 2048
)

// orderAgents brings the agents into the order in which a stage visits them.
func (c *Cycle) orderAgents(stage uint64) {
	a := c.a
	c.Draws = DrawsOf(a.news.Counters.Runs, stage)
	switch a.options.AgentOrder {
	case api.OrderByID:
		c.orderByID()
		return
	case api.OrderPack, api.OrderSpread:
		c.orderByFullness(a.options.AgentOrder == api.OrderPack)
		return
	}
	DrawOrder(c.agents, a.options.Seed^c.Draws, a.agents.Live() >= manyAgents)
	c.agents, c.spare = container.RadixSort(c.agents, c.spare)
}

// DrawsOf returns what the random draws of a cycle's stage are made from.
func DrawsOf(cycle, stage uint64) uint64 { return container.Mix64(cycle<<1 | stage&1) }

// DrawOrder gives each agent a random place, in the upper half; the lower one is
// its slot. Neighbours' places are next to each other if together is set.
func DrawOrder(agents []uint64, seed uint64, together bool) {
	for i, x := range agents {
		slot := x & 0xFFFFFFFF
		var place uint64
		if together {
			place = container.Mix64(seed ^ slot>>NeighbourShift)
			// What the neighbourhood has drawn turns its agents around, too.
			place = place&^(Neighbours-1)<<32 | (place^slot)%Neighbours<<32
		} else {
			place = container.Mix64(seed ^ slot)
		}
		agents[i] = place&^0xFFFFFFFF | slot
	}
}

// orderByID brings the agents into the order of their names.
func (c *Cycle) orderByID() {
	if len(c.agents) < 2 {
		return
	}
	chosen := &c.chosen
	chosen.Reset()
	for _, x := range c.agents {
		chosen.Set(slots.Agent(x))
	}
	c.agents = c.agents[:0]
	for _, slot := range c.a.agents.SortAgents() {
		if chosen.Has(slot) {
			c.agents = append(c.agents, uint64(slot))
		}
	}
}
