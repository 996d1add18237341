package cycle

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/tested"
)

// makeInverseOffers makes an inverse offer to each framework that holds something on a candidate under maintenance
// (HierarchicalAllocatorProcess::generateInverseOffers). It makes none again until the framework answers. While a
// filter keeps an inverse offer back, each cycle asks about the agent.
func (c *Cycle) makeInverseOffers() {
	maintained := c.Agents.Maintained
	c.list, _ = c.inverse.AppendPending(c.list[:0], c.Schedule.Candidates, maintained, maintained, tested.Of(c.Options).FullPass)
	for _, slot := range c.list {
		if slot := slots.Agent(slot); !c.outcome.inverseOffersOn(slot) {
			c.inverse.InVain(slot)
		}
	}
}

// inverseOffersOn makes the inverse offers for an agent, and returns whether filters keep any back.
func (w *outcome) inverseOffersOn(slot slots.Agent) (filtered bool) {
	a := w.state
	g := a.Agents.At(slot)
	for _, ref := range g.Entries {
		fslot := a.Frameworks.Subscriptions.At(ref.Subscription).Framework
		f := a.Frameworks.At(fslot)
		if !a.Frameworks.Registered.Has(fslot) || !f.Active {
			continue
		}
		if g.Maintenance.FilteredUntil(fslot, a.Schedule.Now) > a.Schedule.Now {
			filtered = true
			continue
		}
		if !g.Maintenance.Ask(f.Name) {
			continue
		}
		w.out.InverseOffers = append(w.out.InverseOffers, alloc.InverseOffer{
			Framework:      a.Frameworks.FrameworkID(fslot),
			Agent:          a.Agents.AgentID(slot),
			Unavailability: g.Maintenance.Unavailability,
		})
	}
	return filtered
}
