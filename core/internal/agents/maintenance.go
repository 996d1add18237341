package agents

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Maintenance is an agent's planned unavailability and how frameworks answered. Answers
// go by framework id, not by slot, since Mesos keeps them when a framework is removed.
//
// Invariants:
//  1. no more than Gone of the Answers are of frameworks that are gone.
type Maintenance struct {
	Unavailability api.Unavailability
	Answers        container.Pieces[InverseAnswer] // by framework id
	filters        inverseFilters
	Gone           int
}

// SetUnavailability begins an agent's maintenance anew, without answers and filters, or
// ends it if u is nil.
func (as *Agents) SetUnavailability(slot slots.Agent, u *api.Unavailability) {
	g := as.At(slot)
	g.Maintenance = nil
	if u != nil {
		g.Maintenance = &Maintenance{Unavailability: *u}
	}
	as.Maintained.Put(slot, u != nil)
	as.InverseOfferMayBeDue(slot)
}

// InverseOfferMayBeDue notes that a framework on an agent may be due an inverse offer, if the agent
// is under maintenance. Each offer asks: the set says it in less memory than the agents.
func (as *Agents) InverseOfferMayBeDue(slot slots.Agent) {
	if as.Maintained.Has(slot) {
		as.changes.InverseOfferMayBeDue(slot)
	}
}

// DropInverseFilters ends all filters for inverse offers for an agent.
func (as *Agents) DropInverseFilters(slot slots.Agent) {
	if m := as.At(slot).Maintenance; m != nil {
		m.filters = inverseFilters{}
		as.changes.InverseOfferMayBeDue(slot)
	}
}

// DropInverseFilter ends those of a framework for an agent under maintenance.
func (as *Agents) DropInverseFilter(slot slots.Agent, f slots.Framework) {
	if as.At(slot).Maintenance.filters.drop(f) {
		as.changes.InverseOfferMayBeDue(slot)
	}
}

// AddFilter keeps inverse offers for the agent from a framework until deadline.
func (m *Maintenance) AddFilter(f slots.Framework, now, deadline api.Time) {
	m.filters.add(f, now, deadline)
}

// FilteredUntil returns until when filters keep inverse offers for the agent from a framework:
// until now if none does.
func (m *Maintenance) FilteredUntil(f slots.Framework, now api.Time) api.Time {
	return m.filters.until(f, now)
}

// Filters ranges over the filters for inverse offers that had not ended when the last was added, by
// framework: whose it is, and when it ends.
func (m *Maintenance) Filters(yield func(slots.Framework, api.Time) bool) { m.filters.all(yield) }
