package driver

import (
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

var agentOrders = map[string]core.AgentOrder{
	"random": core.OrderRandom, "id": core.OrderByID, "pack": core.OrderPack, "spread": core.OrderSpread,
}

// completePolicies enters into options what an initialize says of policies. What it
// doesn't say stays.
func completePolicies(options *core.Options, o *history.Initialize) {
	if o.RolePolicy != "" {
		options.RoleSorter = core.Policy(o.RolePolicy)
	}
	if o.FrameworkPolicy != "" {
		options.FrameworkSorter = core.Policy(o.FrameworkPolicy)
	}
	if len(o.Policies) > 0 {
		options.RolePolicies = nil
	}
	for _, p := range o.Policies {
		options.RolePolicies = append(options.RolePolicies, core.RolePolicy{Role: p.Role, Of: history.OrderedOf(p.Of), Policy: core.Policy(p.Policy)})
	}
	if o.AgentOrder != "" {
		options.AgentOrder = agentOrders[o.AgentOrder]
	}
}
