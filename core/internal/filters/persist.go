package filters

import (
	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// Persist reads, writes or digests the filters for an agent, and bag does so for a bag. An agent that is read is
// entered into deadlines. Which of several agents with the same deadline comes first there does not matter.
func (f *Filters) Persist(c *wire.Codec, agent slots.Agent, bag func(*wire.Codec, *resource.Bag)) {
	t := f.table(agent)
	if !c.Has(!t.Empty()) {
		return
	}
	wire.List(c, &t.refusals, "refusals", func(r *refusal) {
		bag(c, &r.resources)
		wire.Int(c, &r.lasts)
	})
	before := group{}
	wire.List(c, &t.groups, "groups of filters", func(g *group) {
		gap, later := g.number-before.number, g.deadline-before.deadline
		wire.Uint(c, &gap)
		wire.Below(c, &g.refusal, uint64(len(t.refusals)), "refusal")
		wire.Int(c, &later)
		who := wire.Ascending(c, container.AppendWord[uint32](nil, 0, g.who), 64, "filters of a group")
		if c.Reads() { // what is only written stays untouched: others may look at it
			for _, i := range who {
				g.who |= 1 << i
			}
			g.number, g.deadline = before.number+gap, before.deadline+later
		}
		before = *g
	})
	if !c.Reads() || c.Failed() || len(t.groups) == 0 {
		return
	}
	for s := range t.All() {
		if int(s) >= len(f.of) {
			c.Fail("a filter is of subscription %d, which there is not", s)
			return
		}
		t.filters++
		f.of[s].count++
		f.of[s].agents.Set(agent)
	}
	t.due = t.leastDeadline()
	f.deadlines.Put(agent, t.due)
}
