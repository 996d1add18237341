package agents

import (
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/internal/container"
)

// Exclude keeps an agent from a subscription by offer constraints, which the host evaluates, or ends that.
func (g *Agent) Exclude(m slots.Subscription, on bool) {
	if on {
		if g.Exclusions == nil {
			g.Exclusions = new(container.SparseBitSet[slots.Subscription])
		}
		g.Exclusions.Set(m)
		return
	}
	g.Exclusions.Clear(m)
	if g.Exclusions.Empty() {
		g.Exclusions = nil
	}
}
