package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// MayUseRegion reports whether a framework may be offered an agent as far as its
// region is concerned: one in another region than the master's is for those that
// are aware of regions (isCapableOfReceivingAgent).
func MayUseRegion(capabilities api.Capabilities, g *agents.Agent) bool {
	return !g.Remote || capabilities&api.RegionAware != 0
}
