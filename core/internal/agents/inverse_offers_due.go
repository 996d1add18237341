package agents

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// InverseOffersDue are the agents under maintenance where a framework may be due an inverse offer:
// one that holds something there that it did not when a cycle looked last, has answered since, has
// no filter any more, or is active again.
type InverseOffersDue struct {
	Agents   container.BitSet[slots.Agent]
	filtered container.Heap[slots.Agent, api.Time] // others: when a filter ends there
}

// InverseOfferMayBeDue notes that a framework on an agent may be due an inverse offer, if the agent
// is under maintenance. Each offer asks: the set says it in less memory than the agents.
func (as *Agents) InverseOfferMayBeDue(slot slots.Agent) {
	if as.Maintained.Has(slot) {
		as.InverseDue.Agents.Set(slot)
	}
}

// MayBeOn notes that about all agents under maintenance.
func (d *InverseOffersDue) MayBeOn(maintained container.BitSet[slots.Agent]) {
	d.Agents.Unite(maintained)
}

// DropFilters ends all filters for inverse offers for an agent.
func (d *InverseOffersDue) DropFilters(slot slots.Agent, g *Agent) {
	if g.Maintenance != nil {
		g.Maintenance.filters = inverseFilters{}
		d.Agents.Set(slot)
	}
}

// DropFilter ends those of a framework for an agent under maintenance.
func (d *InverseOffersDue) DropFilter(slot slots.Agent, g *Agent, f slots.Framework) {
	if g.Maintenance.filters.drop(f) {
		d.Agents.Set(slot)
	}
}

// FiltersEnd begins a cycle: filters may have ended.
func (d *InverseOffersDue) FiltersEnd(now api.Time) {
	for {
		slot, at, ok := d.filtered.First()
		if !ok || at > now {
			return
		}
		d.filtered.Remove(slot)
		d.Agents.Set(slot)
	}
}

// NoneUntil notes that no framework on an agent is due an inverse offer until a filter ends.
func (d *InverseOffersDue) NoneUntil(slot slots.Agent, filtered api.Time) {
	d.forget(slot)
	if filtered < api.EndOfTime {
		d.filtered.Put(slot, filtered)
	}
}

// forget forgets an agent.
func (d *InverseOffersDue) forget(slot slots.Agent) {
	d.Agents.Clear(slot)
	d.filtered.Remove(slot)
}
