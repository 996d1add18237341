package cycle

import "github.com/apportion/apportion/core/internal/assert"

// Validate checks what cycles remember: nobody is passed over who would take something, or is due an
// inverse offer.
func (c *Cycle) Validate() error {
	for slot := range c.Agents.Maintained.All {
		g := c.Agents.At(slot)
		isPending := max(c.Changes.InverseOffers.At(slot), c.Changes.Subscriptions.Latest()) > c.inverse.asked.UpTo(slot)
		if !isPending && c.Frameworks.InverseOfferIsDue(g) {
			return assert.Broken("Cycle", 4, "agent %q: an inverse offer is due", g.Name)
		}
	}
	return c.Demand.Validate()
}
