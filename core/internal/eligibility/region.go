package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
)

// MayUseRegion reports whether the region rule lets a framework be offered an agent. An agent in another region
// than the master's is for frameworks with the capability RegionAware (isCapableOfReceivingAgent). A visit of a
// cycle asks it before quota; loans, recalls and explanations ask it, too.
func MayUseRegion(capabilities alloc.Capabilities, g *agents.Agent) bool {
	return !g.Remote || capabilities&alloc.RegionAware != 0
}
