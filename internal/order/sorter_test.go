package order

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// These cover what src/tests/sorter_tests.cpp asks of both sorters, the
// refusals, and what is promised of iterators and of memory.

// What a client has is known in all and together with the others',
// active or not, through updates and down to nothing.
func TestAllocationsAreKnown(t *testing.T) {
	for _, paths := range [][2]string{{"a", "b"}, {"a/x", "b/y"}} {
		forEachPolicy(t, func(sc *scene) {
			sc.setAgent(0, "cpus:10;mem:10")
			sc.setAgent(1, "cpus:10;mem:10")
			sc.addInactive(paths[0])
			sc.add(paths[1])
			a, b := sc.client(paths[0]), sc.client(paths[1])

			sc.sorter.Allocated(a, sc.row("cpus:2;mem:2"))
			sc.sorter.Allocated(a, sc.row("cpus:1"))
			sc.sorter.Allocated(b, sc.row("mem:3"))
			sc.requireAllocation("cpus:3;mem:2", sc.sorter.Allocation(a))
			sc.requireAllocation("cpus:3;mem:5", sc.sorter.Total())

			sc.sorter.Update(a, sc.row("cpus:2;mem:1"), sc.row("disk:5"))
			sc.requireAllocation("cpus:1;disk:5;mem:1", sc.sorter.Allocation(a))
			sc.sorter.Update(a, sc.row("cpus:1"), quantities.Row{})
			sc.sorter.Unallocated(a, sc.row("cpus:0")) // nothing of nothing
			sc.sorter.Allocated(a, quantities.Row{})

			sc.remove(paths[0])
			sc.requireAllocation("mem:3", sc.sorter.Total())
			sc.addInactive(paths[0])
			require.True(sc, sc.sorter.Allocation(sc.client(paths[0])).IsZero(), "a reused index has nothing")
		})
	}
}

// The share is told before an iteration has looked up the weight, too.
func TestShareBeforeTheFirstIteration(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:100;mem:100")
	sc.weigh("a", 4)
	sc.addInactive("a")
	require.Zero(t, sc.sorter.Share(sc.client("a")))
	sc.give("a", "cpus:2;mem:10")
	require.Equal(t, 0.025, sc.sorter.Share(sc.client("a")))
	require.Zero(t, sc.sorter.states[sc.sorter.leaves[0]].weight, "to ask is not to look up for good")
}

func TestRefusals(t *testing.T) {
	forEachPolicy(t, func(sc *scene) {
		s := sc.sorter
		sc.add("a/b")
		before := sc.order()
		for _, c := range []struct {
			path string
			want error
		}{
			{"", ErrEmptyPath},
			{"/", ErrEmptyComponent},
			{"a/", ErrEmptyComponent},
			{"/a", ErrEmptyComponent},
			{"a//b", ErrEmptyComponent},
			{".", ErrReservedComponent},
			{"a/.", ErrReservedComponent},
			{"a/./b", ErrReservedComponent},
			{"a/b", ErrDuplicateClient},
		} {
			got, err := s.Add(c.path)
			require.Equal(sc, NoClient, got)
			require.ErrorIs(sc, err, c.want, "%q", c.path)
			var typed *Error
			require.ErrorAs(sc, err, &typed)
			require.Equal(sc, fmt.Sprintf("path %q", c.path), typed.Subject)
		}
		for _, w := range []float64{0, math.Copysign(0, -1), -1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			require.ErrorIs(sc, s.SetWeight("a", w), ErrBadWeight, "%v", w)
		}
		require.ErrorIs(sc, s.SetWeight("", 1), ErrEmptyPath)
		for _, c := range []Client{NoClient, 1, 77} {
			require.ErrorIs(sc, s.Remove(c), ErrUnknownClient)
			require.ErrorIs(sc, s.Activate(c), ErrUnknownClient)
			require.ErrorIs(sc, s.Deactivate(c), ErrUnknownClient)
			require.False(sc, s.Active(c))
			require.Empty(sc, s.Path(c))
			require.Panics(sc, func() { s.Allocated(c, quantities.Row{}) })
		}
		require.Equal(sc, before, sc.order())

		c := sc.client("a/b")
		sc.remove("a/b")
		require.ErrorIs(sc, s.Remove(c), ErrUnknownClient)
		require.Zero(sc, s.Count())
		found, ok := s.Find("a/b")
		require.False(sc, ok)
		require.Equal(sc, NoClient, found)
	})
}

// The version tells when the sums change, and only then.
func TestVersionOfTotals(t *testing.T) {
	var names rows.Names
	totals := NewTotals(&names, nil, nil)
	changes := func(want bool, gone, come quantities.Row) {
		t.Helper()
		before := totals.version
		totals.Change(gone, come)
		require.Equal(t, want, totals.version != before)
	}
	_, err := names.Intern("cpus")
	require.NoError(t, err)
	changes(true, quantities.Row{}, quantities.NewRow(4000))
	changes(false, quantities.Row{}, quantities.NewRow(0))
	changes(false, quantities.NewRow(4000), quantities.NewRow(4000, 0))
	changes(true, quantities.NewRow(0), quantities.NewRow(1000))
	require.Equal(t, quantities.NewRow(5000), totals.Total())
	changes(true, quantities.NewRow(4000), quantities.Row{})
	changes(true, quantities.NewRow(1000), quantities.NewRow(0))
	changes(false, quantities.Row{}, quantities.Row{})
	require.True(t, totals.Total().IsZero())
}

// Sorters that share totals see each change of them.
func TestTotalsAreShared(t *testing.T) {
	one := newScene(t, policy.DRF)
	two := newScene(t, policy.DRF)
	two.sorter = New(Options{Totals: one.totals})
	for _, sc := range []*scene{one, two} {
		sc.add("a", "b")
		sc.give("a", "cpus:2;mem:1")
		sc.give("b", "cpus:1;mem:2")
		sc.requireOrder("a", "b") // nothing to have a share of
	}
	one.setAgent(0, "cpus:10;mem:100")
	one.requireOrder("b", "a")
	two.requireOrder("b", "a")
	one.setAgent(0, "cpus:100;mem:10")
	two.requireOrder("a", "b")
	one.requireOrder("a", "b")
}

func TestIteratorEndsWithChange(t *testing.T) {
	forEachPolicy(t, func(sc *scene) {
		sc.setAgent(0, "cpus:10")
		sc.add("a", "b", "c/d")
		changes := map[string]func(){
			"allocation": func() { sc.give("a", "cpus:1") },
			"recovery":   func() { sc.take("a", "cpus:1") },
			"activation": func() { sc.deactivate("b") },
			"addition":   func() { sc.addInactive("e") },
			"removal":    func() { sc.remove("e") },
			"weight":     func() { sc.weigh("elsewhere", 2) },
			"update":     func() { sc.sorter.Update(sc.client("a"), quantities.Row{}, sc.row("cpus:1")) },
		}
		for _, name := range []string{"allocation", "recovery", "activation", "addition", "removal", "weight", "update"} {
			var it Iterator
			sc.sorter.Begin(&it, 1)
			_, ok := it.Next()
			require.True(sc, ok)
			changes[name]()
			require.Panics(sc, func() { it.Next() }, name)
		}

		var it Iterator
		require.Panics(sc, func() { it.Next() })

		// What changes nothing ends nothing, and neither do the totals.
		sc.sorter.Begin(&it, 2)
		sc.activate("a")
		sc.sorter.Update(sc.client("a"), sc.row("cpus:1"), sc.row("cpus:1"))
		sc.setAgent(0, "cpus:20")
		_, ok := it.Next()
		require.True(sc, ok)
	})
}

// What runs for every offer does not touch the heap once it has been through a
// cycle of the same size.
func TestSteadyStateDoesNotAllocate(t *testing.T) {
	runs := 20
	if invariantsOn {
		runs = 3
	}
	for _, policy := range testPolicies {
		o := Options{Policy: policy}
		s, clients := newCluster(t, o, 300)
		for i := range 40 {
			c, err := s.Add(fmt.Sprintf("deep/%d/%d", i%4, i))
			require.NoError(t, err)
			require.NoError(t, s.Activate(c))
			clients = append(clients, c)
		}
		row, more := quantities.NewRow(1, 1, 1, 1), quantities.NewRow(1)
		s.totals.Change(quantities.Row{}, row)
		var order []Client
		nonce := uint64(0)
		cycle := func() {
			var it Iterator
			for i := range 50 {
				nonce++
				s.Begin(&it, nonce)
				for range i % 7 {
					it.Next()
				}
				c, _ := it.Next()
				s.Allocated(c, picked)
				s.Update(c, picked, row)
				s.Unallocated(c, row)
			}
			row.AddAt(0, 1)
			s.totals.Change(quantities.Row{}, more)
			order = s.Sort(order[:0])
			for _, c := range clients[:10] {
				if s.Deactivate(c) != nil || s.Activate(c) != nil {
					panic("a client is missing")
				}
			}
		}
		cycle()
		require.Zero(t, testing.AllocsPerRun(runs, cycle), "policy %s", policy)
		require.Len(t, order, len(clients))
	}
}
