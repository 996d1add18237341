package agents

import (
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// The host evaluates offer constraints: it says which agents they keep from which
// framework in a role.

// Exclusions are the subscriptions that offer constraints keep from an agent.
type Exclusions struct {
	Subscriptions container.BitSet
	Count         int
}

// IsExcluded reports whether offer constraints keep a subscription from an agent.
func (g *Agent) IsExcluded(m slots.Subscription) bool {
	return g.Exclusions != nil && g.Exclusions.Subscriptions.Has(m)
}
