package transcript

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
)

// configure says how an allocator decides, beside what Mesos's can be told.
func configure(x *history.Initialize, o *alloc.Options) {
	x.AgentOrder = o.AgentOrder.String()
	x.RolePolicy, x.FrameworkPolicy = string(o.RoleSorter), string(o.FrameworkSorter)
	for _, p := range o.RolePolicies {
		x.Policies = append(x.Policies, history.RolePolicy{Role: p.Role, Of: p.Scope.String(), Policy: string(p.Policy)})
	}
	x.Seed, x.NestedQuota, x.StrictUse, x.StartNS = o.Seed, o.NestedQuota, o.StrictUse, int64(o.Start)
	x.LendingGraceS, x.LendingLeastS = o.LendingGrace.Seconds(), o.LendingLeast.Seconds()
}
