package core

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// endFilters ends the filters that are due.
func (a *Allocator) endFilters(by Time) {
	for {
		slot, ok := a.frameworks.Filters.Due(int64(by))
		if !ok {
			return
		}
		a.endAgentFilters(slot, by)
	}
}

// endAgentFilters ends the filters for one agent that are due.
func (a *Allocator) endAgentFilters(slot slots.Agent, by Time) {
	g := a.agents.At(slot)
	ended := a.frameworks.Filters.Sweep(slot, &g.Filters, int64(by), a.scratch.subscriptions[:0])
	a.filtersEnded(slot, ended)
	a.ledger.Lingerings.Changed(slot, g)
}

// filtersEnded follows the end of filters for an agent: someone may want it now, and a
// subscription may have existed for its filter alone.
func (a *Allocator) filtersEnded(slot slots.Agent, ended []slots.Subscription) {
	a.scratch.subscriptions = ended
	for _, m := range ended {
		a.frameworks.ForgetUnlessUsed(m)
	}
	if len(ended) > 0 {
		a.news.MarkDirty(slot)
	}
}

// dropAgentFilters ends all filters for an agent, for inverse offers too.
func (a *Allocator) dropAgentFilters(slot slots.Agent) {
	g := a.agents.At(slot)
	if g.Maintenance != nil {
		g.Maintenance.Filters = g.Maintenance.Filters[:0]
	}
	a.endAgentFilters(slot, api.EndOfTime)
}
