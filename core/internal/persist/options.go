package persist

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// persistOptions writes or reads the options that the allocator was made with, except for the
// policies of roles, which are with the roles. Options are read as core.New takes them: with NoWait
// where there is 0.
func persistOptions(c *wire.Codec, o *alloc.Options) {
	wire.Int(c, &o.Interval)
	wire.Int(c, &o.Start)
	wire.Word(c, &o.RoleSorter)
	wire.Word(c, &o.FrameworkSorter)
	wire.Uint(c, &o.AgentOrder)
	c.Fixed(&o.Seed)
	wire.List(c, &o.FairnessExclude, "texts", func(name *string) { wire.Word(c, name) })
	wire.List(c, &o.MinAllocatable, "minima", func(list *[]alloc.Quantity) {
		wire.List(c, list, "quantities", func(q *alloc.Quantity) {
			wire.Word(c, &q.Name)
			wire.Int(c, &q.Amount)
		})
	})
	c.Bool(&o.OfferGPUsToAll)
	c.Text(&o.Region)
	wire.Int(c, &o.RecoveryTimeout)
	c.Float(&o.AgentRecoveryFactor)
	c.Bool(&o.NestedQuota)
	c.Bool(&o.StrictUse)
	wire.Int(c, &o.LendingGrace)
	wire.Int(c, &o.LendingLeast)
	if !c.Reads() {
		return
	}
	if o.RecoveryTimeout == 0 {
		o.RecoveryTimeout = alloc.NoWait
	}
	if o.AgentRecoveryFactor == 0 {
		o.AgentRecoveryFactor = alloc.NoWait
	}
}
