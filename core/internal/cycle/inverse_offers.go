package cycle

import (
	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// InverseOffers makes an inverse offer to each framework that holds something on a
// candidate under maintenance, and none again until the framework answers
// (HierarchicalAllocatorProcess::generateInverseOffers).
func (c *Cycle) InverseOffers() {
	a := c.a
	for i := range a.agents.Maintained {
		a.scratch.agents = container.AppendWord(a.scratch.agents[:0], i, a.agents.Maintained[i]&a.news.Candidates.Word(i))
		for _, slot := range a.scratch.agents {
			c.inverseOffersOn(slot)
		}
	}
}

func (c *Cycle) inverseOffersOn(slot slots.Agent) {
	a, out := c.a, c.Out
	g := a.agents.At(slot)
	for _, ref := range g.Entries {
		fslot := a.frameworks.Subscriptions.At(ref.Subscription).Framework
		f := a.frameworks.At(fslot)
		if !f.Registered || !f.Active || g.Maintenance.Filtered(fslot, a.news.Now) {
			continue
		}
		x := g.Maintenance.Of(f.Name, true)
		if x.Outstanding {
			continue
		}
		x.Outstanding = true
		out.InverseOffers = append(out.InverseOffers, api.InverseOffer{
			Framework:      a.frameworks.FrameworkID(fslot),
			Agent:          a.agents.AgentID(slot),
			Unavailability: g.Maintenance.Unavailability,
		})
		if c.Digesting {
			c.Digest.InverseOffer(&out.InverseOffers[len(out.InverseOffers)-1])
		}
	}
}
