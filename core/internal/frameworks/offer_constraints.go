package frameworks

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/slots"
)

// The host evaluates offer constraints, as Mesos's master does, and says which agents they keep
// from a subscription.

// Exclude keeps an agent from a subscription, or ends that.
func (fs *Frameworks) Exclude(m slots.Subscription, g *agents.Agent, on bool) {
	if g.IsExcluded(m) == on {
		return
	}
	g.Exclude(m, on)
	one := 2*assert.BoolInt(on) - 1
	fs.Subscriptions.At(m).ExcludedFrom += uint32(one)
	fs.Excluded += one
}

// IncludeEverywhere ends all exclusions of a subscription.
func (fs *Frameworks) IncludeEverywhere(m slots.Subscription) {
	for slot := slots.Agent(0); fs.Subscriptions.At(m).ExcludedFrom > 0; slot++ {
		fs.Exclude(m, fs.agents.At(slot), false)
	}
}

// IncludeAll ends all exclusions from an agent.
func (fs *Frameworks) IncludeAll(g *agents.Agent) {
	if g.Exclusions == nil {
		return
	}
	for _, m := range g.Exclusions.Subscriptions.Append(nil) {
		fs.Exclude(m, g, false)
	}
}
