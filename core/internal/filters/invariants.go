package filters

import (
	"math/bits"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Validate checks the invariants of Table and Filters for so many agents.
func (f *Filters) Validate(agents int) error {
	of := make([]ofSubscription, len(f.of))
	for agent := range slots.Agent(agents) {
		t := f.table(agent)
		if err := t.validate(agent); err != nil {
			return err
		}
		for s := range t.All() {
			of[s].count++
			of[s].agents.Set(agent)
		}
		if _, due, _ := f.deadlines.First(); f.deadlines.Has(agent) == t.Empty() || !t.Empty() && due > t.due {
			return assert.Broken("Filters", 2, "agent %d: has %d filters, queued for a deadline %v", agent, t.filters, f.deadlines.Has(agent))
		}
	}
	for s := range of {
		if n, on := f.of[s].count, f.of[s].agents.Append(nil); n != of[s].count || len(on) != len(of[s].agents.Append(nil)) {
			return assert.Broken("Filters", 1, "subscription %d: %d filters on agents %v instead of %d on %v", s, n, on, of[s].count, of[s].agents.Append(nil))
		}
	}
	return nil
}

// validate checks the filters for an agent.
func (t *Table) validate(agent slots.Agent) error {
	filters, before := 0, uint32(0)
	var refused container.BitSet[uint32]
	for _, g := range t.groups {
		if g.who == 0 || g.number < before {
			return assert.Broken("Table", 2, "agent %d: filters of subscriptions from %d on are none, or out of order", agent, g.number<<6)
		}
		before = g.number
		filters += bits.OnesCount64(g.who)
		refused.Set(g.refusal)
	}
	switch {
	case t.filters != filters:
		return assert.Broken("Table", 1, "agent %d: %d filters instead of %d", agent, t.filters, filters)
	case filters > 0 && t.due != t.leastDeadline():
		return assert.Broken("Table", 3, "agent %d: due at %d, and a filter at %d", agent, t.due, t.leastDeadline())
	case refused.Count() != len(t.refusals):
		return assert.Broken("Table", 4, "agent %d: %d refusals, of which %d are of filters", agent, len(t.refusals), refused.Count())
	}
	return nil
}
