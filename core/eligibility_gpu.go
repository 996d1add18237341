package core

import "github.com/apportion/apportion/core/internal/agents"

// mayUseGPUs reports whether a framework may be offered an agent as far as GPUs
// are concerned: an agent that has any is kept for those that ask for them,
// unless options say otherwise (isCapableOfReceivingAgent).
func (a *Allocator) mayUseGPUs(capabilities Capabilities, g *agents.Agent) bool {
	return !g.GPUs || capabilities&GPUResources != 0 || a.options.OfferGPUsToAll
}
