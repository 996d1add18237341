package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// MayUseGPUs reports whether a framework may be offered an agent as far as GPUs
// are concerned: an agent that has any is kept for those that ask for them,
// unless options say otherwise (isCapableOfReceivingAgent).
func (cl *Cluster) MayUseGPUs(capabilities api.Capabilities, g *agents.Agent) bool {
	return !g.GPUs || capabilities&api.GPUResources != 0 || cl.options.OfferGPUsToAll
}
