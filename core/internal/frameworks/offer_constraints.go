package frameworks

import (
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// The host evaluates offer constraints, as Mesos's master does, and says which agents they keep
// from a subscription.

// Exclude keeps an agent from a subscription, or ends that.
func (fs *Frameworks) Exclude(m slots.Subscription, slot slots.Agent, on bool) {
	g := fs.agents.At(slot)
	if g.Exclusions.Has(m) == on {
		return
	}
	g.Exclude(m, on)
	all := fs.Excluded[m]
	if on {
		if all == nil {
			all = new(container.SparseBitSet[slots.Agent])
			fs.Excluded[m] = all
		}
		all.Set(slot)
		return
	}
	all.Clear(slot)
	if all.Empty() {
		delete(fs.Excluded, m)
	}
}

// IsKeptFromAll reports whether filters and offer constraints keep every agent from a subscription, and there is
// an agent.
func (fs *Frameworks) IsKeptFromAll(m slots.Subscription) bool {
	if fs.Filters.Count(m)+fs.Excluded[m].Count() < max(fs.agents.Live(), 1) {
		return false
	}
	var kept container.BitSet[slots.Agent]
	for _, slot := range fs.Filters.AppendAgents(nil, m) {
		kept.Set(slot)
	}
	for _, slot := range fs.Excluded[m].Append(nil) {
		kept.Set(slot)
	}
	return kept.Count() >= fs.agents.Live()
}

// IncludeEverywhere ends all exclusions of a subscription: its framework leaves the role, or the host sets them anew.
func (fs *Frameworks) IncludeEverywhere(m slots.Subscription) {
	for _, slot := range fs.Excluded[m].Append(nil) {
		fs.Exclude(m, slot, false)
	}
}

// IncludeAll ends all exclusions from an agent, which goes.
func (fs *Frameworks) IncludeAll(slot slots.Agent) {
	for _, m := range fs.agents.At(slot).Exclusions.Append(nil) {
		fs.Exclude(m, slot, false)
	}
}
