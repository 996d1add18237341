package filters

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/resource"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/wire"
)

// PersistDeadlines is of the order of agents whose filters are due at the same time. All tables of
// the agents, of whom there are so many, are there when it is read.
func (f *Filters) PersistDeadlines(c *wire.Codec, agents int) {
	f.deadlines.Persist(c, func(agent slots.Agent) (int64, bool) {
		if int(agent) >= agents || f.table(agent).Empty() {
			return 0, false
		}
		return f.table(agent).due, true
	})
	if !c.Reads() {
		return
	}
	for agent := range slots.Agent(agents) {
		if !f.table(agent).Empty() && !f.deadlines.Has(agent) {
			c.Fail("agent %d has filters, but is not due", agent)
		}
	}
}

// TableCodec is of the filters for agents, one after the other.
type TableCodec struct {
	Codec   *wire.Codec
	Filters *Filters
	Bag     func(b *resource.Bag)                      // is of a bag
	IsOpen  func(subscription slots.Subscription) bool // whether a number is a subscription's
}

// Persist is of the filters for an agent.
func (x *TableCodec) Persist(agent slots.Agent) {
	c, t := x.Codec, x.Filters.table(agent)
	if !c.Has(!t.Empty()) {
		return
	}
	wire.List(c, &t.refusals, "refusals", func(r *refusal) {
		x.Bag(&r.resources)
		wire.Int(c, &r.lasts)
	})
	before := group{}
	wire.List(c, &t.groups, "groups of filters", func(g *group) {
		gap, later := g.number-before.number, g.deadline-before.deadline
		wire.Uint(c, &gap)
		wire.Below(c, &g.refusal, uint64(len(t.refusals)), "refusal")
		wire.Int(c, &later)
		for _, i := range wire.Ascending(c, container.AppendWord[uint32](nil, 0, g.who), 64, "filters of a group") {
			g.who |= 1 << i
		}
		g.number, g.deadline = before.number+gap, before.deadline+later
		before = *g
	})
	if c.Reads() && !c.Failed() {
		x.enter(agent, t)
	}
}

// enter counts the filters that were read.
func (x *TableCodec) enter(agent slots.Agent, t *Table) {
	c, f := x.Codec, x.Filters
	before := uint32(0)
	for _, g := range t.groups {
		if g.who == 0 || g.number < before {
			c.Fail("filters of agent %d are none, or out of order", agent)
		}
		before = g.number
		for who := g.who; who != 0; who &= who - 1 {
			s := g.subscription(bits.TrailingZeros64(who))
			if int(s) >= len(f.of) || !x.IsOpen(s) {
				c.Fail("a filter is of subscription %d, which there is not", s)
				return
			}
			t.filters++
			f.of[s].count++
			f.of[s].agents.Set(agent)
		}
	}
	if read := len(t.refusals); !c.Failed() {
		f.forgetRefusals(t)
		if t.Empty() || len(t.refusals) < read {
			c.Fail("agent %d has refusals that are of no filter", agent)
			return
		}
		t.due = t.leastDeadline()
	}
}
