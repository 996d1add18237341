package frameworks

import (
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// The host evaluates offer constraints, as Mesos's master does, and says which agents they keep
// from a subscription.

// Exclude keeps an agent from a subscription, or ends that.
func (fs *Frameworks) Exclude(m slots.Subscription, slot slots.Agent, on bool) {
	g := fs.agents.At(slot)
	if g.IsExcluded(m) == on {
		return
	}
	g.Exclude(m, on)
	sub, all := fs.Subscriptions.At(m), fs.Excluded[m]
	switch {
	case !on && sub.ExcludedFrom == 1:
		delete(fs.Excluded, m)
	case !on:
		all.Clear(slot)
	default:
		if all == nil {
			all = &container.SparseBitSet[slots.Agent]{}
			fs.Excluded[m] = all
		}
		all.Set(slot)
	}
	sub.ExcludedFrom += uint32(2*assert.BoolInt(on) - 1)
}

// IncludeEverywhere ends all exclusions of a subscription.
func (fs *Frameworks) IncludeEverywhere(m slots.Subscription) {
	if all := fs.Excluded[m]; all != nil {
		for _, slot := range all.Append(nil) {
			fs.Exclude(m, slot, false)
		}
	}
}

// IncludeAll ends all exclusions from an agent.
func (fs *Frameworks) IncludeAll(slot slots.Agent) {
	g := fs.agents.At(slot)
	if g.Exclusions == nil {
		return
	}
	for _, m := range g.Exclusions.Subscriptions.Append(nil) {
		fs.Exclude(m, slot, false)
	}
}
