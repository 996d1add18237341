package agents

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// The host evaluates offer constraints: it says which agents they keep from which
// framework in a role.

// Exclusions are the subscriptions that offer constraints keep from an agent.
// It is nil where there are none.
type Exclusions struct {
	Subscriptions container.SparseBitSet[slots.Subscription]
	Count         int
}

// Has reports whether offer constraints keep a subscription from the agent.
func (x *Exclusions) Has(m slots.Subscription) bool { return x != nil && x.Subscriptions.Has(m) }

// Len returns how many subscriptions they keep from it.
func (x *Exclusions) Len() int {
	if x == nil {
		return 0
	}
	return x.Count
}

// SubtractFrom takes these subscriptions out of a set.
func (x *Exclusions) SubtractFrom(set container.BitSet[slots.Subscription]) {
	if x != nil {
		x.Subscriptions.SubtractFrom(set)
	}
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
	x.Count += 2*assert.BoolInt(on) - 1
	if x.Count == 0 {
		x = nil
	}
	g.Exclusions = x
}

// IsExcluded reports whether offer constraints keep a subscription from an agent.
func (g *Agent) IsExcluded(m slots.Subscription) bool {
	return g.Exclusions.Has(m)
}
