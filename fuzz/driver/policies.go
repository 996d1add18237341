package driver

import (
	"maps"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

var orderedOf = map[string]core.Ordered{
	"": core.OrderOfAll, history.OfAll: core.OrderOfAll, history.OfRoles: core.OrderOfRoles, history.OfFrameworks: core.OrderOfFrameworks,
}

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
		options.RolePolicies = append(options.RolePolicies, core.RolePolicy{Role: p.Role, Of: orderedOf[p.Of], Policy: core.Policy(p.Policy)})
	}
	if o.AgentOrder != "" {
		options.AgentOrder = agentOrders[o.AgentOrder]
	}
}

func (d *Driver) setPolicy(o *history.SetPolicy) error {
	role := core.AllRoles
	if o.Role != "" {
		var err error
		if role, err = d.allocator.InternRole(o.Role); err != nil {
			return err
		}
	}
	return d.allocator.SetPolicy(role, orderedOf[o.Of], core.Policy(o.Policy))
}

func (d *Driver) setRanks(o *history.SetRanks) error {
	var roles []core.RoleRank
	for _, path := range slices.Sorted(maps.Keys(o.Roles)) {
		role, err := d.allocator.InternRole(path)
		if err != nil {
			return err
		}
		roles = append(roles, core.RoleRank{Role: role, Rank: o.Roles[path]})
	}
	var frameworks []core.FrameworkRank
	for _, name := range slices.Sorted(maps.Keys(o.Frameworks)) {
		frameworks = append(frameworks, core.FrameworkRank{Framework: d.framework(name), Rank: o.Frameworks[name]})
	}
	return d.allocator.SetRanks(roles, frameworks)
}
