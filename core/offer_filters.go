package core

import (
	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
)

// filtered reports whether the framework has refused an offer (isFiltered).
func (a *Allocator) filtered(g *agent, m subscriptionSlot, offer *resource.Bag) bool {
	return a.filters.Refused(&g.filters, m, offer)
}

// endFilters ends the filters that are due.
func (a *Allocator) endFilters(by Time) {
	for {
		slot, ok := a.filters.Due(int64(by))
		if !ok {
			return
		}
		a.endAgentFilters(slot, by)
	}
}

// endAgentFilters ends the filters for one agent that are due.
func (a *Allocator) endAgentFilters(slot agentSlot, by Time) {
	g := a.agents.At(slot)
	ended := a.filters.Sweep(slot, &g.filters, int64(by), a.scratch.subscriptions[:0])
	a.filtersEnded(slot, ended)
	a.lingeringChanged(slot, g)
}

// filtersEnded follows the end of filters for an agent: someone may now want it,
// and a subscription may have been there for its filter alone.
func (a *Allocator) filtersEnded(slot agentSlot, ended []subscriptionSlot) {
	a.scratch.subscriptions = ended
	for _, m := range ended {
		a.forgetUnlessUsed(m)
	}
	if len(ended) > 0 {
		a.markDirty(slot)
	}
}

// dropAgentFilters ends all filters for an agent, for inverse offers too.
func (a *Allocator) dropAgentFilters(slot agentSlot) {
	g := a.agents.At(slot)
	if g.maintenance != nil {
		g.maintenance.filters = g.maintenance.filters[:0]
	}
	a.endAgentFilters(slot, endOfTime)
}

// filterTables ranges over the filters for each agent.
func (a *Allocator) filterTables(yield func(uint32, *offerfilter.Table) bool) {
	for slot := range uint32(a.agents.Len()) {
		if !yield(slot, &a.agents.At(slot).filters) {
			return
		}
	}
}
