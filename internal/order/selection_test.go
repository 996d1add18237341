package order

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// chosenPaths is a tree in which clients are above, below and beside each
// other.
func chosenPaths(r *rand.Rand) []string {
	var paths []string
	for i := range 4 + r.IntN(12) {
		top := fmt.Sprintf("t%02d", i)
		if r.IntN(3) > 0 {
			paths = append(paths, top)
		}
		for j := range r.IntN(4) {
			child := fmt.Sprintf("%s/c%d", top, j)
			paths = append(paths, child)
			if r.IntN(3) == 0 {
				paths = append(paths, child+"/x", child+"/y")
			}
		}
	}
	return paths
}

// TestSelectionIsTheOrderFiltered: a selection gives what the plain iteration
// does less all others, while allocations come in and clients are dropped.
func TestSelectionIsTheOrderFiltered(t *testing.T) {
	var sel Selection // one for all: nothing of a former use may show
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 5))
		sc := newScene(t, []policy.Policy{policy.DRF, policy.Ranked, policy.MaxMin("cpus"), policy.Asset, policy.Decayed(time.Minute)}[seed%6%5])
		if seed%7 == 0 {
			require.NoError(t, sc.sorter.SetPolicy("t01", policy.Asset))
		}
		sc.setAgent(0, "cpus:100;mem:100")
		sc.add(chosenPaths(r)...)
		n := sc.sorter.Count()
		for c := range Client(n) {
			if r.IntN(4) == 0 {
				require.NoError(t, sc.sorter.Deactivate(c))
			}
			if r.IntN(3) == 0 {
				sc.weigh(sc.sorter.Path(c), []float64{0.5, 2, 3}[r.IntN(3)])
			}
			if r.IntN(2) == 0 {
				sc.sorter.Allocated(c, sc.row("cpus:1"))
			}
		}
		chosen := map[Client]bool{}
		keep := func(c Client) bool { return c%Client(1+seed%4) == 0 }
		sel.Reset(sc.sorter)
		for c := range Client(n) {
			if keep(c) && sc.sorter.Active(c) {
				sel.Add(c)
				chosen[c] = true
			}
		}
		sc.totals.SetNow(int64(time.Minute))
		for range 40 {
			compareSelection(t, r, sc.sorter, &sel, chosen)
			for range r.IntN(3) {
				amount := []quantities.Row{sc.row("cpus:1"), sc.row("mem:2"), {}}[r.IntN(3)]
				sc.sorter.Allocated(Client(r.IntN(n)), amount)
			}
		}
	}
}

// compareSelection goes part of the way through the order and drops a few.
func compareSelection(t *testing.T, r *rand.Rand, s *Sorter, sel *Selection, chosen map[Client]bool) {
	var all Iterator
	s.Begin(&all, 0)
	sel.Begin()
	stop := r.IntN(2*len(chosen) + 2)
	for range stop {
		want, ok := all.Next()
		for ok && !chosen[want] {
			want, ok = all.Next()
		}
		got, found := sel.Next()
		require.Equal(t, ok, found)
		require.Equal(t, want, got)
		if !ok {
			return
		}
		if r.IntN(8) == 0 {
			sel.Drop()
			delete(chosen, got)
		}
	}
}

func TestSelectionEndsWithTheEpoch(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:10")
	sc.add("a", "b")
	var sel Selection
	sel.Reset(sc.sorter)
	sel.Add(sc.client("a"))
	require.Panics(t, func() { sel.Next() }, "not begun")
	sel.Begin()
	sc.give("a", "cpus:1")
	require.Panics(t, func() { sel.Next() })
	sel.Begin()
	c, ok := sel.Next()
	require.True(t, ok)
	require.Equal(t, sc.client("a"), c)
	_, ok = sel.Next()
	require.False(t, ok)
	require.Panics(t, func() { sel.Reset(newScene(t, policy.Random).sorter) })
}
