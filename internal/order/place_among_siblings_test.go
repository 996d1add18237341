package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sorter/policy"
)

// TestPlacesAreTheOrder: a client comes after as many as are ahead of it at all
// levels together, and the first of each level is who the iteration comes to. To
// ask before the order is brought up to date changes nothing.
func TestPlacesAreTheOrder(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 6))
		sc := newScene(t, policy.DRF, "disk")
		sc.setAgent(0, "cpus:100;mem:100;disk:1")
		sc.add(chosenPaths(r)...)
		n := sc.sorter.Count()
		for c := range Client(n) {
			if r.IntN(4) == 0 {
				require.NoError(t, sc.sorter.Deactivate(c))
			}
			if r.IntN(3) == 0 {
				sc.weigh(sc.sorter.Path(c), []float64{0.5, 2, 3}[r.IntN(3)])
			}
			sc.sorter.Allocated(c, sc.row([]string{"", "cpus:1", "cpus:1;mem:2", "disk:1"}[r.IntN(4)]))
		}
		sc.setAgent(1, []string{"", "cpus:50"}[r.IntN(2)])
		requirePlaces(t, sc.sorter)
	}
}

func requirePlaces(t *testing.T, s *Sorter) {
	places := make([][]Place, s.Count())
	for c := range places {
		places[c] = s.Places(Client(c))
	}
	order, keys := s.Sort(nil), s.Keys()
	for c := range Client(s.Count()) {
		require.Equal(t, s.Places(c), places[c], "as it will be at the next Begin")
		require.Equal(t, places[c][len(places[c])-1].Own, keys.Standing(c))
		ahead := map[Client]bool{}
		for i := range places[c] {
			p := &places[c][i]
			siblings := 1
			for sibling := range s.Ahead(p) {
				siblings++
				for o := range sibling {
					ahead[o] = true
				}
			}
			require.Equal(t, p.Position, siblings)
			require.LessOrEqual(t, p.Position, p.Siblings)
		}
		if s.Active(c) {
			require.Equal(t, slices.Index(order, c), len(ahead))
			require.Equal(t, order[0], s.FirstClient(&places[c][0]))
		}
	}
}

// TestStandingSaysWhatDecides: the share, the weight, and the resource that
// dominates; under Random the chance to come first.
func TestStandingSaysWhatDecides(t *testing.T) {
	sc := newScene(t, policy.DRF)
	sc.setAgent(0, "cpus:10;mem:100")
	sc.add("eng", "eng/web", "ops")
	sc.weigh("eng", 2)
	sc.give("eng/web", "cpus:4;mem:50")
	sc.give("ops", "cpus:1")

	places := sc.sorter.Places(sc.client("eng/web"))
	require.Len(t, places, 2)
	require.Equal(t, Standing{Path: "eng", Policy: policy.DRF, Key: 0.25, Weight: 2, Picks: 1, Dominant: "mem", Part: 0.5, Times: 1}, places[0].Own)
	require.Equal(t, "ops", places[0].First.Path)
	require.Equal(t, [2]int{2, 2}, [2]int{places[0].Position, places[0].Siblings})
	require.Equal(t, "eng", places[1].Parent)
	require.Equal(t, "eng", places[1].First.Path, "the virtual leaf stands for its parent")

	sc = newScene(t, policy.Random)
	sc.add("eng", "ops")
	sc.weigh("eng", 3)
	p := sc.sorter.Places(sc.client("ops"))[0]
	require.Zero(t, p.Position)
	keys := sc.sorter.Keys()
	for range 2 {
		require.Equal(t, p.Own, keys.Standing(sc.client("ops")))
		require.Equal(t, p.First, keys.Standing(sc.client("eng")))
	}
	require.NoError(t, sc.sorter.Deactivate(sc.client("ops")))
	require.Equal(t, p.Own, keys.Standing(sc.client("ops")), "as if it was active")
	require.Equal(t, [2]float64{0.25, 0.75}, [2]float64{p.Own.Chance, p.First.Chance})
	for range sc.sorter.Ahead(&p) {
		t.Fatal("nobody is ahead where the order is drawn")
	}
}
