package eligibility

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// MayUseGPUs reports whether the GPU rule lets a framework be offered an agent: one that
// has GPUs is kept for frameworks with the capability GPUResources, unless
// Options.OfferGPUsToAll is set (isCapableOfReceivingAgent).
func (r *Rules) MayUseGPUs(capabilities api.Capabilities, g *agents.Agent) bool {
	return !g.GPUs || capabilities&api.GPUResources != 0 || r.options.OfferGPUsToAll
}
