package order

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sorter/policy"
)

// positions counts how often each client comes at each place.
func positions(sc *scene, paths []string, runs int, order func(run int) []string) [][]float64 {
	counts := make([][]float64, len(paths))
	for i := range counts {
		counts[i] = make([]float64, len(paths))
	}
	for run := range runs {
		got := order(run)
		require.Len(sc, got, len(paths))
		for place, path := range got {
			counts[slices.Index(paths, path)][place] += 1 / float64(runs)
		}
	}
	return counts
}

// expectedPositions goes through all orders of drawing without replacement.
func expectedPositions(weights []float64) [][]float64 {
	expected := make([][]float64, len(weights))
	for i := range expected {
		expected[i] = make([]float64, len(weights))
	}
	taken := make([]bool, len(weights))
	var draw func(place int, probability float64)
	draw = func(place int, probability float64) {
		rest := 0.0
		for i, w := range weights {
			if !taken[i] {
				rest += w
			}
		}
		for i, w := range weights {
			if !taken[i] {
				p := probability * w / rest
				expected[i][place] += p
				taken[i] = true
				draw(place+1, p)
				taken[i] = false
			}
		}
	}
	draw(0, 1)
	return expected
}

// requireClose allows for five standard deviations.
func requireClose(t *testing.T, expected, got [][]float64, runs int) {
	t.Helper()
	for i := range expected {
		for place, p := range expected[i] {
			deviation := math.Sqrt(p * (1 - p) / float64(runs))
			require.InDelta(t, p, got[i][place], 5*deviation, "client %d, place %d", i, place)
		}
	}
}

const drawRuns = 20_000

// Siblings are drawn by their weights.
func TestRandomByWeight(t *testing.T) {
	sc := newScene(t, policy.Random)
	paths := []string{"v", "w", "x", "y", "z"}
	weights := []float64{1, 2, 3, 4, 0.5}
	for i, path := range paths {
		sc.add(path)
		sc.weigh(path, weights[i])
	}
	got := positions(sc, paths, drawRuns, func(int) []string { return sc.order() })
	requireClose(t, expectedPositions(weights), got, drawRuns)
}

// In a tree, a client's weight is its part of its branch's part. Inactive
// clients, and branches without active ones, have no part.
func TestRandomInTree(t *testing.T) {
	sc := newScene(t, policy.Random)
	paths := []string{"a", "a/b", "c/d", "c/e/f"}
	sc.add(paths...)
	for path, w := range map[string]float64{"c": 2, "a/b": 2, "c/e": 2, "c/e/f": 7, "a": 1} {
		sc.weigh(path, w)
	}
	for _, path := range []string{"idle", "a/idle", "c/idle/more", "more/idle"} {
		sc.addInactive(path)
		sc.weigh(path, 1000)
	}
	relative := []float64{1. / 3 / 3, 2. / 3 / 3, 2. / 3 / 3, 4. / 3 / 3}
	got := positions(sc, paths, drawRuns, func(run int) []string {
		var it Iterator
		sc.sorter.Begin(&it, uint64(run))
		var order []string
		for c, ok := it.Next(); ok; c, ok = it.Next() {
			order = append(order, sc.sorter.Path(c))
		}
		return order
	})
	requireClose(t, expectedPositions(relative), got, drawRuns)
}

// draws returns the first k clients for a nonce.
func draws(s *Sorter, nonce uint64, k int) []string {
	var it Iterator
	s.Begin(&it, nonce)
	var paths []string
	for range k {
		c, ok := it.Next()
		if !ok {
			break
		}
		paths = append(paths, s.Path(c))
	}
	return paths
}

// The draws depend on seed and nonce, not on what was drawn or allocated
// before, nor on the order in which clients were added.
func TestRandomIsAFunctionOfSeedAndNonce(t *testing.T) {
	one, two := newScene(t, policy.Random), newScene(t, policy.Random)
	paths := []string{"a", "b", "b/c", "d/e", "d/f", "g", "h"}
	one.add(paths...)
	slices.Reverse(paths)
	two.add("z")
	two.add(paths...)
	two.remove("z")
	for _, sc := range []*scene{one, two} {
		sc.weigh("d", 3)
		sc.weigh("g", 0.1)
	}
	two.order()
	two.give("h", "cpus:1")

	different := 0
	for nonce := range uint64(200) {
		want := draws(one.sorter, nonce, 7)
		require.Equal(t, want, draws(two.sorter, nonce, 7))
		require.Equal(t, want[:3], draws(two.sorter, nonce, 3))
		draws(two.sorter, nonce*3, int(nonce%8))
		require.Equal(t, want, draws(two.sorter, nonce, 7))
		two.give("h", "cpus:1")
		require.Equal(t, want, draws(two.sorter, nonce, 8))
		if !slices.Equal(want, draws(one.sorter, nonce+1, 7)) {
			different++
		}
	}
	require.Greater(t, different, 150)

	other := newSorter(Options{Policy: policy.Random, Seed: 12})
	for _, path := range paths {
		c, err := other.Add(path)
		require.NoError(t, err)
		require.NoError(t, other.Activate(c))
	}
	same := 0
	for nonce := range uint64(50) {
		if slices.Equal(draws(one.sorter, nonce, 7), draws(other, nonce, 7)) {
			same++
		}
	}
	require.Less(t, same, 10)
}

// To begin with another nonce ends the iterators before it.
func TestRandomIteratorEndsWithNextNonce(t *testing.T) {
	sc := newScene(t, policy.Random)
	sc.add("a", "b")
	var first, again, second Iterator
	sc.sorter.Begin(&first, 1)
	sc.sorter.Begin(&again, 1)
	x, _ := first.Next()
	y, _ := again.Next()
	require.Equal(t, x, y)
	sc.sorter.Begin(&second, 2)
	require.Panics(t, func() { first.Next() })
	_, ok := second.Next()
	require.True(t, ok)
}

// Weights of any magnitude give each client a turn.
func TestRandomWithExtremeWeights(t *testing.T) {
	sc := newScene(t, policy.Random)
	sc.add("a", "b", "c/d", "c/e", "f")
	sc.weigh("a", math.MaxFloat64)
	sc.weigh("b", math.MaxFloat64)
	sc.weigh("c", math.SmallestNonzeroFloat64)
	sc.weigh("c/d", math.SmallestNonzeroFloat64)
	sc.weigh("f", 1e-300)
	for range 100 {
		sc.requireActive("a", "b", "c/d", "c/e", "f")
	}
}

// What was drawn comes back to the last bit, however many were.
func TestDrawsArePutBack(t *testing.T) {
	s, _ := newCluster(t, Options{Policy: policy.Random}, 37)
	require.NoError(t, s.SetWeight("f-3", 1e9))
	require.NoError(t, s.SetWeight("f-4", 1e-9))
	draws(s, 0, 0)
	want := slices.Clone(s.shuffle.sums)
	for nonce := range uint64(100) {
		draws(s, nonce, int(nonce)%40)
		draws(s, nonce+1, 0)
		require.Equal(t, want, s.shuffle.sums)
	}
}
