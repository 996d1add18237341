package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/tested"
)

// InverseOffers makes an inverse offer to each framework that holds something on a
// candidate under maintenance, and none again until the framework answers
// (HierarchicalAllocatorProcess::generateInverseOffers).
func (c *Cycle) InverseOffers() {
	c.agents.InverseDue.FiltersEnd(c.news.Now)
	due := c.agents.InverseDue.Agents
	if tested.Of(c.options).FullPass {
		due = c.agents.Maintained
	}
	for slot := range c.Worth.Agents.CandidatesIn(due) {
		c.agents.InverseDue.NoneUntil(slot, c.outcome.inverseOffersOn(slot))
	}
}

// inverseOffersOn makes the inverse offers for an agent, and returns when a filter ends first of
// those that keep any back.
func (w *outcome) inverseOffersOn(slot slots.Agent) (filtered api.Time) {
	a := w.a
	g := a.agents.At(slot)
	filtered = api.EndOfTime
	for _, ref := range g.Entries {
		fslot := a.frameworks.Subscriptions.At(ref.Subscription).Framework
		f := a.frameworks.At(fslot)
		if !f.Registered || !f.Active {
			continue
		}
		if until := g.Maintenance.FilteredUntil(fslot, a.news.Now); until > a.news.Now {
			filtered = min(filtered, until)
			continue
		}
		if !g.Maintenance.Ask(f.Name) {
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
	return filtered
}
