package order

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sorter/policy"
)

// The paper's first counter-example: under DRF in a tree, whoever shares a group with
// one that has all of another resource starves. b/2 has all GPUs, which nobody else
// wants, so that b looks rich and a is given each CPU that b/1 gives back.
func TestNaiveHierarchyStarves(t *testing.T) {
	demands := map[string]string{"a": "cpus:0.001", "b/1": "cpus:0.001", "b/2": "gpus:0.001"}
	for policy, want := range map[policy.Policy]float64{policy.DRF: 0, policy.HDRF: 0.5} {
		s := share(t, policy, demands, nil)
		require.Equal(t, 1.0, s.part("b/2", "gpus"))
		require.InDelta(t, 0.5, s.part("b/1", "cpus"), 0.002, "tasks have not ended yet")
		for range 1500 {
			s.end("a")
			s.end("b/1")
			s.fill()
		}
		require.InDelta(t, want, s.part("b/1", "cpus"), 0.002, policy)
		require.InDelta(t, 1-want, s.part("a", "cpus"), 0.002, policy)
	}
}

// The paper's second: if the tree is flattened into weights of its leaves, half for a
// and a quarter for each of b's, the group b gets a third of each resource instead of
// half.
func TestCollapsedHierarchyLosesShares(t *testing.T) {
	flat := share(t, policy.DRF,
		map[string]string{"a": "cpus:0.001;gpus:0.001", "b1": "cpus:0.001", "b2": "gpus:0.001"},
		map[string]float64{"a": 2})
	require.InDelta(t, 1.0/3, flat.part("b1", "cpus"), 0.002)
	require.InDelta(t, 1.0/3, flat.part("b2", "gpus"), 0.002)

	tree := share(t, policy.HDRF, map[string]string{"a": "cpus:0.001;gpus:0.001", "b/1": "cpus:0.001", "b/2": "gpus:0.001"}, nil)
	require.InDelta(t, 0.5, tree.part("b/1", "cpus"), 0.002)
	require.InDelta(t, 0.5, tree.part("b/2", "gpus"), 0.002)
	require.InDelta(t, 0.5, tree.part("a", "cpus"), 0.002)
}

// Weights divide what groups and their members get.
func TestHDRFWeights(t *testing.T) {
	s := share(t, policy.HDRF,
		map[string]string{"a": "cpus:0.001", "b/1": "cpus:0.001", "b/2": "cpus:0.001", "b/3": "gpus:0.001"},
		map[string]float64{"b": 3, "b/1": 2})
	require.InDelta(t, 0.25, s.part("a", "cpus"), 0.002)
	require.InDelta(t, 0.5, s.part("b/1", "cpus"), 0.002)
	require.InDelta(t, 0.25, s.part("b/2", "cpus"), 0.002)
	require.Equal(t, 1.0, s.part("b/3", "gpus"))
}

// randomDemands draws a tree of groups, what their members' tasks are of, and weights.
func randomDemands(r *rand.Rand) (demands map[string]string, weights map[string]float64) {
	demands, weights = map[string]string{}, map[string]float64{}
	for i := range 2 + r.IntN(3) {
		group := fmt.Sprintf("g%d", i)
		weights[group] = float64(1 + r.IntN(3))
		if r.IntN(3) == 0 {
			demands[group] = randomTask(r)
			continue
		}
		for j := range 1 + r.IntN(3) {
			path := fmt.Sprintf("%s/m%d", group, j)
			weights[path] = float64(1 + r.IntN(3))
			demands[path] = randomTask(r)
		}
	}
	return demands, weights
}

// randomTask draws a task that needs thousandths of some resources.
func randomTask(r *rand.Rand) string {
	var parts []string
	for _, name := range []string{"cpus", "gpus", "mem"} {
		if r.IntN(2) == 0 || name == "mem" && parts == nil {
			parts = append(parts, fmt.Sprintf("%s:0.00%d", name, 1+r.IntN(3)))
		}
	}
	return strings.Join(parts, ";")
}

// The hierarchical share guarantee: each group has of some resource at least its part
// by weight, and so has each member of what its group is to have at least.
func TestHierarchicalShareGuarantee(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 8))
		demands, weights := randomDemands(r)
		s := share(t, policy.HDRF, demands, weights)
		least, path := s.least(weights)
		require.GreaterOrEqual(t, least, 1.0, "seed %d: %s of %v, weights %v", seed, path, demands, weights)
	}
}

// It holds however many tasks have ended since, where tasks are of one resource, so that
// whatever ends makes room for another. Under DRF somebody has next to none of it then.
func TestHierarchicalShareGuaranteeAsTasksEnd(t *testing.T) {
	worst := map[policy.Policy]float64{policy.DRF: 1, policy.HDRF: 1}
	for seed := range uint64(10) {
		for policy := range worst {
			r := rand.New(rand.NewPCG(seed, 8))
			demands, weights := randomDemands(r)
			for _, path := range slices.Sorted(maps.Keys(demands)) {
				demands[path] = []string{"cpus:0.001", "gpus:0.001"}[r.IntN(2)]
			}
			s := share(t, policy, demands, weights)
			s.churn(r, 6000)
			least, path := s.least(weights)
			t.Logf("seed %d, %s: %s has %.2f of its part", seed, policy, path, least)
			worst[policy] = min(worst[policy], least)
		}
	}
	require.Greater(t, worst[policy.HDRF], 0.95)
	require.Less(t, worst[policy.DRF], 0.3)
}

// least returns the client that has the least of what it is to have at least, and how
// much of that, with two tasks more, which are what is missing where tasks do not divide.
func (s *sharing) least(weights map[string]float64) (least float64, path string) {
	least = math.Inf(1)
	for c, p := range s.names {
		has := s.sorter.ratio(s.sorter.leaves[c], s.totals.updateDivisors())
		if of := (has + 0.006) / due(p, weights); of < least {
			least, path = of, p
		}
	}
	return least, path
}

// due is the part of the cluster that weights promise.
func due(path string, weights map[string]float64) float64 {
	part := 1.0
	for at := path; at != ""; {
		parent, siblings := at[:max(strings.LastIndexByte(at, '/'), 0)], 0.0
		for other, w := range weights {
			if other[:max(strings.LastIndexByte(other, '/'), 0)] == parent {
				siblings += w
			}
		}
		part *= weights[at] / siblings
		at = parent
	}
	return part
}

// Weights beyond sense divide as others do, and keep nobody's group from counting.
func TestHDRFExtremeWeights(t *testing.T) {
	for _, weight := range []float64{1e-310, 1e-300, 1, 1e300, 1.7e308} {
		sc := newScene(t, policy.HDRF)
		sc.setAgent(0, "cpus:10")
		sc.add("a", "b/1", "b/2")
		require.NoError(t, sc.sorter.SetWeight("b/1", weight))
		require.NoError(t, sc.sorter.SetWeight("b/2", weight))
		sc.give("b/1", "cpus:2")
		sc.give("b/2", "cpus:2")
		sc.give("a", "cpus:3")
		c, _ := sc.sorter.Find("b/1")
		require.InDelta(t, 0.4, sc.sorter.Places(c)[0].Own.Key, 1e-9, weight)
		sc.requireOrder("a", "b/1", "b/2")
	}
}

// What a member holds and wants no more of counts in full for its group, as the paper's
// formula has it, unless all of it is held: so its sibling gets min(1/2, 1 - part) of the
// CPUs. docs/policies.md has the figures.
func TestHDRFIdleHoldingsCountForTheGroup(t *testing.T) {
	for gpus, want := range map[int]float64{0: 5, 5: 5, 6: 4, 9: 1, 10: 5} {
		sc := newScene(t, policy.HDRF)
		sc.setAgent(0, "cpus:10;gpus:10")
		sc.add("a", "b/1", "b/2")
		if gpus > 0 {
			sc.give("b/2", fmt.Sprintf("gpus:%d", gpus))
		}
		idle, _ := sc.sorter.Find("b/2")
		require.NoError(t, sc.sorter.SetBlocked(idle, true))
		member, _ := sc.sorter.Find("b/1")
		for range 1000 {
			if first := sc.order()[0]; first == "a" {
				sc.give("a", "cpus:0.01")
			} else {
				sc.give("b/1", "cpus:0.01")
			}
		}
		require.InDelta(t, want, sc.sorter.Allocation(member).At(0).Float(), 0.02, gpus)
	}
}
