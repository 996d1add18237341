package policytest_test

import (
	"testing"

	"github.com/apportion/apportion/sorter/policy"
	"github.com/apportion/apportion/sorter/policytest"
)

// fifo serves whoever has asked the longest, until it wants no more.
type fifo struct{}

func (fifo) Key(u policy.Usage) (first, second float64) {
	return float64(u.AskingSince()), float64(u.Since())
}

func (fifo) Timed() {}

// lifetime serves those first who have had the least since they came, in the mean.
type lifetime struct{}

func (lifetime) Key(u policy.Usage) (first, second float64) {
	return u.MeanDominantShare() / u.Weight(), u.DominantShare() / u.Weight()
}

func (lifetime) Timed() {}

var timed = []policy.Definition{
	{Name: "fifo", Make: func(policy.Parameters) (policy.Ordering, error) { return fifo{}, nil }},
	{Name: "lifetime", Make: func(policy.Parameters) (policy.Ordering, error) { return lifetime{}, nil }},
}

func TestFifo(t *testing.T) {
	policytest.Run(t, "fifo", policytest.Exceptions{Remembers: true, Starves: true, Unweighted: true}, timed...)
}

func TestLifetime(t *testing.T) {
	policytest.Run(t, "lifetime", policytest.Exceptions{Remembers: true}, timed...)
}
