package tape

import (
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

// Target is the allocator that a Player plays on: core.Allocator, or another way to reach
// one, such as through the C library. The methods are those of core.Allocator.
type Target interface {
	calls.Target
	RoleName(core.RoleID) (string, error)
	DescribeKind(core.KindID) (core.Kind, error)
	ItemName(uint64) (string, error)
	FindAgent(id string) (core.AgentID, bool)
	AgentName(core.AgentID) (string, error)
	FindFramework(id string) (core.FrameworkID, bool)
	FrameworkName(core.FrameworkID) (string, error)
	InverseOfferStatuses([]core.InverseOfferStatus, []core.AgentID) ([]core.InverseOfferStatus, []core.AgentID)
	Pending() bool
}

// Open creates the allocator that a history's initialize asks for.
type Open func(core.Options) (Target, error)

// OpenCore opens the core itself.
func OpenCore(options core.Options) (Target, error) { return core.New(options) }

// Options are the core's for a cast.
func Options(c *Cast) core.Options {
	o := c.Options
	complete(&o, &c.Start)
	return o
}

// complete enters into options what an initialize says.
func complete(options *core.Options, o *history.Initialize) {
	interval := 1.0
	if o.AllocationIntervalS != nil {
		interval = *o.AllocationIntervalS
	}
	options.Interval = history.Duration(interval)
	options.FairnessExclude = o.FairnessExclude
	options.OfferGPUsToAll = o.FilterGPUResources != nil && !*o.FilterGPUResources
	if o.Domain != nil {
		options.Region = o.Domain.Region
	}
	options.MinAllocatable = history.MinimaOf(o.MinAllocatable)
	if o.RecoveryTimeoutS != nil {
		options.RecoveryTimeout = meant(history.Duration(*o.RecoveryTimeoutS))
	}
	if o.AgentRecoveryFactor != nil {
		options.AgentRecoveryFactor = meant(*o.AgentRecoveryFactor)
	}
	completePolicies(options, o)
	if o.StartNS != 0 {
		options.Start = core.Time(o.StartNS)
	}
	if o.Seed != 0 {
		options.Seed = o.Seed
	}
	if o.NestedQuota {
		options.NestedQuota = true
	}
}

// meant is what the core takes for a number of a history, where 0 is 0 and -1
// is as invalid as -2.
func meant[T time.Duration | float64](v T) T {
	switch v {
	case 0:
		return core.NoWait
	case core.NoWait:
		return 2 * core.NoWait
	}
	return v
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
		options.RolePolicies = append(options.RolePolicies, core.RolePolicy{Role: p.Role, Of: history.OrderedOf(p.Of), Policy: core.Policy(p.Policy)})
	}
	if o.AgentOrder != "" {
		options.AgentOrder = agentOrders[o.AgentOrder]
	}
}
