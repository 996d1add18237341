package sequence

import (
	"cmp"
	"fmt"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/linked"
)

// Target is the allocator that a Player plays on: the core, or another way to reach
// one, such as through the C library. The methods are core.Allocator's, and one for all
// that change something.
type Target interface {
	// Do makes a call but Allocate, and returns the number or handle that it is answered with.
	Do(calls.Call) (uint64, error)
	Allocate(now alloc.Time, out *alloc.Cycle)
	InverseOfferStatuses(x *alloc.InverseOfferStatuses)
	Pending() bool
}

// Open creates the allocator that a history's initialize asks for.
type Open func(alloc.Options) (Target, error)

// Core is the core itself, as a Target.
type Core struct{ *core.Allocator }

// Do implements Target.
func (c Core) Do(x calls.Call) (uint64, error) { return x.Apply(c.Allocator) }

// OpenCore opens the core itself.
func OpenCore(options alloc.Options) (Target, error) {
	a, err := core.New(options)
	return Core{a}, err
}

// Options are the core's for a cast, completed by what its history's initialize says.
func Options(c *Cast) alloc.Options {
	options, o := c.Options, &c.Start
	options.Interval, options.Policies = time.Second, linked.Policies
	if o.AllocationIntervalS != nil {
		options.Interval = history.Duration(*o.AllocationIntervalS)
	}
	options.FairnessExclude = o.FairnessExclude
	options.OfferGPUsToAll = o.FilterGPUResources != nil && !*o.FilterGPUResources
	options.Region = o.Domain.CoreRegion()
	options.MinAllocatable = history.MinimaOf(o.MinAllocatable)
	if o.RecoveryTimeoutS != nil {
		options.RecoveryTimeout = meant(history.Duration(*o.RecoveryTimeoutS))
	}
	if o.AgentRecoveryFactor != nil {
		options.AgentRecoveryFactor = meant(*o.AgentRecoveryFactor)
	}
	options.Start, options.Seed = cmp.Or(alloc.Time(o.StartNS), options.Start), cmp.Or(o.Seed, options.Seed)
	options.NestedQuota = options.NestedQuota || o.NestedQuota
	options.StrictUse = options.StrictUse || o.StrictUse
	options.LendingGrace, options.LendingLeast = history.Duration(o.LendingGraceS), history.Duration(o.LendingLeastS)
	options.RoleSorter = cmp.Or(alloc.Policy(o.RolePolicy), options.RoleSorter)
	options.FrameworkSorter = cmp.Or(alloc.Policy(o.FrameworkPolicy), options.FrameworkSorter)
	if len(o.Policies) > 0 {
		options.RolePolicies = nil
	}
	for _, p := range o.Policies {
		options.RolePolicies = append(options.RolePolicies, alloc.RolePolicy{Role: p.Role, Scope: history.OrderedOf(p.Of), Policy: alloc.Policy(p.Policy)})
	}
	if o.AgentOrder != "" {
		options.AgentOrder, _ = alloc.ParseAgentOrder(o.AgentOrder) // the codec knows no other
	}
	return options
}

// checkStart refuses numbers of an initialize that the core would take for something else: for 0, or for another
// negative one, as -1 stands for 0 there.
func checkStart(o *history.Initialize) error {
	switch interval := o.AllocationIntervalS; {
	case interval != nil && *interval != 0 && history.Duration(*interval) <= 0:
		return fmt.Errorf("an allocation interval of %v seconds is less than a nanosecond", *interval)
	case o.RecoveryTimeoutS != nil && *o.RecoveryTimeoutS < 0:
		return fmt.Errorf("a recovery timeout of %v seconds is negative", *o.RecoveryTimeoutS)
	case o.AgentRecoveryFactor != nil && *o.AgentRecoveryFactor < 0:
		return fmt.Errorf("an agent recovery factor of %v is negative", *o.AgentRecoveryFactor)
	}
	return nil
}

// meant is what the core takes for a number of a history, where 0 is 0.
func meant[T time.Duration | float64](v T) T {
	if v == 0 {
		return alloc.NoWait
	}
	return v
}
