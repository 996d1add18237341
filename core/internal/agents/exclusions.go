package agents

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// The host evaluates offer constraints: it says which agents they keep from which
// framework in a role.

// Exclusions are the subscriptions that offer constraints keep from an agent.
type Exclusions struct {
	Subscriptions container.SparseBitSet
	Count         int
}

// Exclude keeps an agent from a subscription, or ends that.
func (g *Agent) Exclude(m slots.Subscription, on bool) {
	x := g.Exclusions
	if x == nil {
		x = new(Exclusions)
	}
	if on {
		x.Subscriptions.Set(m)
	} else {
		x.Subscriptions.Clear(m)
	}
	if x.Count += 2*assert.BoolInt(on) - 1; x.Count == 0 {
		x = nil
	}
	g.Exclusions = x
}

// IsExcluded reports whether offer constraints keep a subscription from an agent.
func (g *Agent) IsExcluded(m slots.Subscription) bool {
	return g.Exclusions != nil && g.Exclusions.Subscriptions.Has(m)
}
