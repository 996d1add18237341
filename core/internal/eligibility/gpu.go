package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
)

// MayUseGPUs reports whether the GPU rule lets a framework be offered an agent. Agents with GPUs are for frameworks
// with the capability GPUResources, unless Options.OfferGPUsToAll is set (isCapableOfReceivingAgent).
func (r *Rules) MayUseGPUs(capabilities alloc.Capabilities, g *agents.Agent) bool {
	return !g.GPUs || capabilities&alloc.GPUResources != 0 || r.options.OfferGPUsToAll
}
