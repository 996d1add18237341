package eligibility

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// MayUseRegion reports whether the region rule lets a framework be offered an agent: one
// in another region than the master's is for frameworks with the capability RegionAware
// (isCapableOfReceivingAgent).
func MayUseRegion(capabilities api.Capabilities, g *agents.Agent) bool {
	return !g.Remote || capabilities&api.RegionAware != 0
}
