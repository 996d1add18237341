package core

import (
	"time"

	"github.com/apportion/apportion/core/internal/offerfilter"
	"github.com/apportion/apportion/core/internal/resource"
)

const (
	// DefaultRefuse and MaxRefuse are the protocol's default and longest time
	// for which a framework refuses an agent's resources.
	DefaultRefuse = 5 * time.Second
	MaxRefuse     = 365 * 24 * time.Hour

	// behindPeriodic is how long after a periodic allocation a filter ends that
	// holds in it.
	behindPeriodic = 1
)

// refusalTime returns how long a filter is to last, 0 for no filter.
func refusalTime(d time.Duration) time.Duration {
	if d < 0 {
		return DefaultRefuse
	}
	return min(d, MaxRefuse)
}

// addFilter installs a filter for what was refused until refuseFor has passed,
// but at least until one periodic allocation has (MESOS-4302).
//
// At the time of a periodic allocation, filters that end then do so in the
// order of their timers and the allocation's: those that last longer than an
// interval were set before, and end before it. One that lasts an interval was
// set after, and ends behind it: one nanosecond later, here.
func (a *Allocator) addFilter(slot agentSlot, m subscriptionSlot, refused *resource.Bag, refuseFor time.Duration) {
	deadline := a.now.Add(refuseFor)
	if interval := a.options.Interval; interval > 0 && refuseFor <= interval {
		deadline = a.now.Add(interval).Add(behindPeriodic)
	}
	ended := a.filters.Add(slot, &a.agents.At(slot).filters, m, refused, int64(a.now), int64(deadline), a.scratch.subscriptions[:0])
	a.filtersEnded(slot, ended)
	a.openHistory(m).filters++
}

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
