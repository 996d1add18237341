package core

// The order in which a cycle visits its agents. By id it is for replaying what
// Mesos did; at random, for everything else, it is drawn from the seed, the cycle
// and its stage, so that it does not depend on which other agents take part.
//
// DIVERGES: in a large cluster what is drawn is neighbourhoods. Agents in slots
// side by side are visited one after the other, in one of sixteen orders. Their
// memory then comes into the processor's cache together, where agents drawn one
// by one are each looked for in all of it, and a full cycle takes three quarters
// of the time (go test -bench 'Table/full' ./bench).

const (
	neighbourShift = 4
	neighbours     = 1 << neighbourShift

	// manyAgents is from how many agents on neighbourhoods are drawn: fewer fit
	// in the cache anyway.
	manyAgents = 2048
)

// orderAgents brings the agents into the order in which a stage visits them.
func (a *Allocator) orderAgents(c *cycleScratch, stage uint64) {
	c.stage = a.metrics.runs<<1 | stage&1
	c.draws = mix(c.stage)
	if a.options.AgentOrder == OrderByID {
		a.rankByID(c)
		return
	}
	draw(c.agents, a.options.Seed^c.draws, a.agents.live() >= manyAgents)
	c.agents, c.sorted = radixSort(c.agents, c.sorted)
}

// draw gives each agent a random place, in the upper half; the lower one is its
// slot. Neighbours' places are next to each other if together is set.
func draw(agents []uint64, seed uint64, together bool) {
	for i, x := range agents {
		slot := x & 0xFFFFFFFF
		var place uint64
		if together {
			place = mix(seed ^ slot>>neighbourShift)
			// What the neighbourhood has drawn turns its agents around, too.
			place = place&^(neighbours-1)<<32 | (place^slot)%neighbours<<32
		} else {
			place = mix(seed ^ slot)
		}
		agents[i] = place&^0xFFFFFFFF | slot
	}
}

func (a *Allocator) rankByID(c *cycleScratch) {
	if len(c.agents) < 2 {
		return
	}
	chosen := &a.scratch.chosen
	chosen.reset()
	for _, x := range c.agents {
		chosen.set(agentSlot(x))
	}
	c.agents = c.agents[:0]
	for _, slot := range a.sortedAgents() {
		if chosen.has(slot) {
			c.agents = append(c.agents, uint64(slot))
		}
	}
}

// mix is the finaliser of splitmix64: a bijection that spreads every bit.
func mix(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
