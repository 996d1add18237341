package cycle

import "github.com/apportion/apportion/core/internal/assert"

// Validate checks that cycles pass over nobody who would take something (Demand.Validate), or is due an inverse
// offer (invariant 4).
func (c *Cycle) Validate() error {
	for slot := range c.Agents.Maintained.All {
		g := c.Agents.At(slot)
		isPending := max(c.Changes.InverseOffers.At(slot), c.Changes.Subscriptions.Latest()) > c.inverse.UpTo(slot)
		if !isPending && c.Frameworks.InverseOfferIsDue(g) {
			return assert.Broken("Cycle", 4, "agent %q: an inverse offer is due", g.Name)
		}
	}
	return c.Demand.Validate()
}
