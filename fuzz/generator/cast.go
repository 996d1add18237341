package generator

import (
	"math/rand/v2"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// CastOfSeed is the cast for a seed: one in two is like Mesos, the others go round what the
// core can do besides. Cycles run as soon as they are due.
func CastOfSeed(seed uint64) *sequence.Cast {
	c := FreeCast(seed)
	if seed%16 < 8 {
		c = FaithfulCast(seed)
	}
	c.OnAdvance = false
	return c
}

// FaithfulCast is within what the core, Mesos and the model have in common.
func FaithfulCast(seed uint64) *sequence.Cast {
	c := sequence.NewCast()
	c.Options, c.Start.Seed = alloc.Options{AgentOrder: alloc.OrderByID}, seed // which the model has to know
	c.AtOnce, c.Faithful, c.Start.StrictUse = false, true, isStrict(seed)
	return c
}

// FreeCast is of allocators that go round what the core can do.
func FreeCast(seed uint64) *sequence.Cast {
	c := sequence.NewCast()
	c.Options, c.Start.StrictUse = alloc.Options{Seed: seed}, isStrict(seed)
	r := rand.New(rand.NewPCG(seed, 4))
	switch r.IntN(7) {
	case 1:
		c.Options.AgentOrder = alloc.OrderByID
	case 3:
		c.Options.RoleSorter, c.Options.FrameworkSorter = alloc.Random, alloc.Random
	case 5:
		c.Options.FrameworkSorter = alloc.Random
	}
	c.Options.NestedQuota = r.IntN(11) < 3
	if r.IntN(13) < 4 {
		c.Every = 1 + r.IntN(4)
	}
	if n := r.IntN(18); n < 5 {
		c.Forget = []int{1, 10, 10, 100, 100}[n]
	}
	return c
}

// isStrict says whether use is strict in the history of a seed: in one of three, beside all else.
func isStrict(seed uint64) bool { return rand.New(rand.NewPCG(seed, 6)).IntN(3) == 0 }
