package agents

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
)

// Maintenance is an agent's planned unavailability and how frameworks answered. Answers
// go by framework id, not by slot, since Mesos keeps them when a framework is removed.
type Maintenance struct {
	Unavailability alloc.Unavailability
	Answers        map[string]InverseAnswer // by framework id
	// filters say when each framework's last filter ends, or has ended. SetUnavailability, DropFilter and
	// DropInverseFilters end filters earlier.
	filters map[slots.Framework]alloc.Time
}

// SetUnavailability begins an agent's maintenance anew, without answers and filters, or
// ends it if u is nil.
func (as *Agents) SetUnavailability(slot slots.Agent, u *alloc.Unavailability) {
	g := as.At(slot)
	g.Maintenance = nil
	if u != nil {
		g.Maintenance = &Maintenance{Unavailability: *u}
	}
	as.Maintained.Put(slot, u != nil)
	as.InverseOffersChanged(slot)
}

// InverseOffersChanged notes that a framework on an agent may be due an inverse offer, if the agent
// is under maintenance. It is called for each offer. It asks the set Maintained, which takes less
// memory than the agents.
func (as *Agents) InverseOffersChanged(slot slots.Agent) {
	if as.Maintained.Has(slot) {
		as.changes.InverseOffersChanged(slot)
	}
}
