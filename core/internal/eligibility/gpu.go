package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
)

// MayUseGPUs reports whether the GPU rule lets a framework be offered an agent. Agents with GPUs are for frameworks
// with the capability GPUResources, unless Options.OfferGPUsToAll is set (isCapableOfReceivingAgent). A visit of a
// cycle asks it before quota; loans, recalls, explanations and standings ask it, too.
func (r *Rules) MayUseGPUs(capabilities alloc.Capabilities, g *agents.Agent) bool {
	return !g.GPUs || capabilities&alloc.GPUResources != 0 || r.options.OfferGPUsToAll
}
