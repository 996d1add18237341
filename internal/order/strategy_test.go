package order

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter/policy"
)

// Group strategy-proofness, for tasks so small that they are as good as divisible:
// members that say they need what they do not do not all get more of what they need.
func TestGroupStrategyProof(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 9))
		demands, weights := randomDemands(r)
		honest := share(t, policy.HDRF, demands, weights)
		var liars []string
		for _, path := range slices.Sorted(maps.Keys(demands)) {
			if r.IntN(3) == 0 {
				liars = append(liars, path)
			}
		}
		if len(liars) > 0 {
			honest.requireNoGain(r, demands, weights, liars)
		}
	}
}

// It holds in deep trees, too, be those who lie a few here and there or all of a group.
func TestGroupStrategyProofInDeepTrees(t *testing.T) {
	deepest, gained := 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 10))
		demands, weights := map[string]string{}, map[string]float64{}
		growDemands(r, "", 1, demands, weights)
		honest := share(t, policy.HDRF, demands, weights)
		for range 4 {
			liars := coalition(r, slices.Sorted(maps.Keys(demands)))
			honest.requireNoGain(r, demands, weights, liars)
		}
		for path := range demands {
			deepest = max(deepest, 1+strings.Count(path, "/"))
		}

		// Whose weight is another does gain.
		liar := slices.Max(slices.Collect(maps.Keys(demands)))
		more := maps.Clone(weights)
		more[liar] *= 4
		heavier := share(t, policy.HDRF, demands, more)
		if !honest.hasNoMore(heavier, liar) {
			gained++
		}
	}
	require.GreaterOrEqual(t, deepest, 4)
	require.Greater(t, gained, 8, "of 12: who gains is seen")
}

// growDemands draws what is below a group, at a level of the four that there may be.
func growDemands(r *rand.Rand, group string, level int, demands map[string]string, weights map[string]float64) {
	for i := range 2 + r.IntN(2) {
		path := strings.TrimPrefix(fmt.Sprintf("%s/%c", group, 'a'+i), "/")
		weights[path] = float64(1 + r.IntN(2))
		if level < 4 && r.IntN(6) > level {
			growDemands(r, path, level+1, demands, weights)
		} else {
			demands[path] = randomTask(r)
		}
	}
}

// coalition draws up to three, or all of one's group.
func coalition(r *rand.Rand, paths []string) []string {
	if r.IntN(2) == 0 {
		r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
		return paths[:min(len(paths), 1+r.IntN(3))]
	}
	one := paths[r.IntN(len(paths))]
	group := one[:strings.LastIndexByte(one, '/')+1]
	return slices.DeleteFunc(paths, func(path string) bool { return !strings.HasPrefix(path, group) })
}

// requireNoGain has some lie about what they need, and fails if all have more of it
// then.
func (s *sharing) requireNoGain(r *rand.Rand, demands map[string]string, weights map[string]float64, liars []string) {
	lies := maps.Clone(demands)
	for _, path := range liars {
		lies[path] = randomTask(r)
	}
	lied := share(s.T, policy.HDRF, lies, weights)
	one := slices.ContainsFunc(liars, func(path string) bool { return s.hasNoMore(lied, path) })
	require.True(s, one, "all of %v gain who say %v instead of %v, weights %v", liars, lies, demands, weights)
}

// hasNoMore reports whether a client could run no more of its tasks with what it has
// elsewhere, but for what is missing where tasks do not divide.
func (s *sharing) hasNoMore(elsewhere *sharing, path string) bool {
	need := s.demands[s.client(path)]
	return elsewhere.tasks(path, need) <= s.tasks(path, need)*1.02+1
}

// tasks is how many tasks of a shape a client could run with what it has.
func (s *sharing) tasks(path string, need quantities.Row) float64 {
	tasks := 1e9
	for n, a := range need.All() {
		tasks = min(tasks, s.sorter.Allocation(s.client(path)).At(n).Float()/a.Float())
	}
	return tasks
}
