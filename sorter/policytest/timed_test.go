package policytest_test

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
	"github.com/apportion/apportion/sorter/policytest"
)

// fifo serves whoever has asked the longest, until it wants no more.
type fifo struct{}

func (fifo) Key(u sorter.Usage) (first, second float64) {
	return float64(u.AskingSince()), float64(u.Since())
}

func (fifo) Timed() {}

// lifetime serves those first who have had the least since they came, in the mean.
type lifetime struct{}

func (lifetime) Key(u sorter.Usage) (first, second float64) {
	return u.MeanDominantShare() / u.Weight(), u.DominantShare() / u.Weight()
}

func (lifetime) Timed() {}

var timed = []sorter.Definition{
	{Name: "fifo", Make: func(sorter.Parameters) (sorter.Ordering, error) { return fifo{}, nil }},
	{Name: "lifetime", Make: func(sorter.Parameters) (sorter.Ordering, error) { return lifetime{}, nil }},
}

func TestFifo(t *testing.T) {
	policytest.Run(t, "fifo", policytest.Exceptions{Remembers: true, Starves: true, Unweighted: true}, timed...)
}

func TestLifetime(t *testing.T) {
	policytest.Run(t, "lifetime", policytest.Exceptions{Remembers: true}, timed...)
}

// Who comes back stands in line anew; who has had much for long comes last for long.
func Example_timed() {
	for _, policy := range []sorter.Policy{"fifo", "lifetime"} {
		var names quantities.Names
		names.Intern("cpus")
		policies, _ := sorter.NewPolicies(timed...)
		totals := sorter.NewTotals(&names, nil, policies)
		totals.Change(quantities.Row{}, quantities.NewRow(10_000))
		s := sorter.New(sorter.Options{Policy: policy, Totals: totals})
		order := func() {
			var paths []string
			var it sorter.Iterator
			s.Begin(&it, 0)
			for c, ok := it.Next(); ok; c, ok = it.Next() {
				paths = append(paths, s.Path(c))
			}
			fmt.Println(policy, paths)
		}
		var clients []sorter.Client
		for i, path := range []string{"z", "y", "x"} {
			totals.SetNow(int64(i) * 60e9)
			c, _ := s.Add(path)
			s.Activate(c)
			clients = append(clients, c)
		}
		s.Allocated(clients[0], quantities.NewRow(6000))
		s.Allocated(clients[1], quantities.NewRow(1000))
		order()
		totals.SetNow(600e9)
		s.Unallocated(clients[0], quantities.NewRow(6000))
		s.Deactivate(clients[0])
		totals.SetNow(660e9)
		s.Activate(clients[0])
		order()
	}
	// Output:
	// fifo [z y x]
	// fifo [y x z]
	// lifetime [x y z]
	// lifetime [x y z]
}
