package core

import "github.com/apportion/apportion/core/internal/agents"

// mayUseRegion reports whether a framework may be offered an agent as far as its
// region is concerned: one in another region than the master's is for those that
// are aware of regions (isCapableOfReceivingAgent).
func mayUseRegion(capabilities Capabilities, g *agents.Agent) bool {
	return !g.Remote || capabilities&RegionAware != 0
}
