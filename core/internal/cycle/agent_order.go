package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// A stage visits its agents by id, which replays Mesos's recordings, by how full they
// are (agent_order_fullness.go), or at random. An agent's random place is drawn from the
// seed, the cycle, the stage and its slot, whichever other agents take part.
//
// DIVERGES: a large cluster draws neighbourhoods. Agents in slots side by side are
// visited one after the other, in one of sixteen orders, so that their memory comes into
// the processor's cache together (go test -bench 'Table/full' ./bench).

const (
	// NeighbourShift takes a slot to its neighbourhood, of Neighbours agents.
	NeighbourShift = 4
	Neighbours     = 1 << NeighbourShift

	// manyAgents is the least number of agents in the cluster for which
	// neighbourhoods are drawn: fewer fit in the cache anyway.
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

// DrawsOf returns the number from which a cycle's stage makes its random draws.
func DrawsOf(cycle, stage uint64) uint64 { return container.Mix64(cycle<<1 | stage&1) }

// DrawOrder puts a random place into the upper half of each agent's number; the lower
// half is its slot. If together is set, neighbours get places side by side.
func DrawOrder(agents []uint64, seed uint64, together bool) {
	for i, x := range agents {
		slot := x & 0xFFFFFFFF
		var place uint64
		if together {
			place = container.Mix64(seed ^ slot>>NeighbourShift)
			// The neighbourhood's draw also turns its agents around.
			place = place&^(Neighbours-1)<<32 | (place^slot)%Neighbours<<32
		} else {
			place = container.Mix64(seed ^ slot)
		}
		agents[i] = place&^0xFFFFFFFF | slot
	}
}

// orderByID sorts the agents by name, as Mesos's recordings have them.
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
