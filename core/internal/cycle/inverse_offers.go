package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// InverseOffers makes an inverse offer to each framework that holds something on a
// candidate under maintenance, and none again until the framework answers
// (HierarchicalAllocatorProcess::generateInverseOffers).
func (c *Cycle) InverseOffers() {
	for slot := range c.Worth.CandidatesIn(c.agents.Maintained) {
		c.outcome.inverseOffersOn(slot)
	}
}

func (w *outcome) inverseOffersOn(slot slots.Agent) {
	a := w.a
	g := a.agents.At(slot)
	for _, ref := range g.Entries {
		fslot := a.frameworks.Subscriptions.At(ref.Subscription).Framework
		f := a.frameworks.At(fslot)
		if !f.Registered || !f.Active || g.Maintenance.Filtered(fslot, a.news.Now) || !g.Maintenance.Ask(f.Name) {
			continue
		}
		w.out.InverseOffers = append(w.out.InverseOffers, api.InverseOffer{
			Framework:      a.frameworks.FrameworkID(fslot),
			Agent:          a.agents.AgentID(slot),
			Unavailability: g.Maintenance.Unavailability,
		})
		if w.digesting {
			w.digest.InverseOffer(&w.out.InverseOffers[len(w.out.InverseOffers)-1])
		}
	}
}
