package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var hundred = quantities{"cpus": 100_000, "mem": 100_000}

// sorterOf is a sorter with active clients.
func sorterOf(clients ...string) *sorter {
	s := newSorter(&counting{})
	for _, client := range clients {
		s.add(client)
		s.leafOf(client).active = true
	}
	return s
}

func (s *sorter) order() string { return strings.Join(s.sort(hundred, 0), " ") }

func TestSharesThenCountsThenNames(t *testing.T) {
	s := sorterOf("c", "a", "b")
	require.Equal(t, "a b c", s.order())
	s.allocated("a", "x", some(t, "cpus:2 mem:1", "a"))
	s.allocated("b", "x", some(t, "mem:1", "b"))
	require.Equal(t, "c b a", s.order())
	s.allocated("b", "x", some(t, "mem:1", "b"))
	require.Equal(t, "c a b", s.order(), "b was given something twice")
	s.unallocated("b", "x", some(t, "mem:2", "b"))
	s.unallocated("a", "x", some(t, "mem:1 cpus:2", "a"))
	require.Equal(t, "c a b", s.order(), "what was given back was given nevertheless")
	s.leafOf("a").active = false
	require.Equal(t, "c b", s.order())
	require.Empty(t, s.leafOf("b").held)
}

func TestExcludedResourcesDontCount(t *testing.T) {
	s := sorterOf("a", "b")
	s.counting.exclude = set([]string{"mem"})
	s.allocated("a", "x", some(t, "cpus:1 mem:50", "a"))
	s.allocated("b", "x", some(t, "cpus:2", "b"))
	require.Equal(t, "a b", s.order())
	s.counting.exclude = nil
	require.Equal(t, "b a", s.order())
}

func TestTheTreeGrowsAndShrinks(t *testing.T) {
	s := sorterOf("a")
	s.allocated("a", "x", some(t, "cpus:1", "a"))
	leaf := s.leafOf("a")
	s.add("a/b/c")
	require.Equal(t, "a/.", s.leafOf("a").path)
	require.Equal(t, "a", s.leafOf("a").client())
	require.True(t, s.leafOf("a").active)
	require.Same(t, leaf, s.leafOf("a").parent)
	require.Equal(t, "a", s.order(), "a/b/c is not active")
	s.leafOf("a/b/c").active = true
	require.Equal(t, "a/b/c a", s.order())
	s.allocated("a/b/c", "x", some(t, "cpus:5", "a/b/c"))
	require.Equal(t, "a a/b/c", s.order())
	require.Equal(t, quantities{"cpus": 6000}, s.root.totals)

	s.add("a/b")
	require.Equal(t, "a/b/.", s.leafOf("a/b").path)
	s.leafOf("a/b").active = true
	require.Equal(t, "a a/b a/b/c", s.order())

	require.Panics(t, func() { s.remove("a/b/c") }, "it still holds something")
	s.unallocated("a/b/c", "x", some(t, "cpus:5", "a/b/c"))
	s.remove("a/b/c")
	require.Equal(t, "a/b", s.leafOf("a/b").path, "a leaf again")
	s.remove("a/b")
	require.Same(t, leaf, s.leafOf("a"))
	require.Equal(t, "a", s.order())
	require.EqualValues(t, 2, leaf.count, "with what a/b/c was given")
	require.Panics(t, func() { s.remove("a/b") })
	require.Panics(t, func() { s.add("a") })
}

func TestWeightsAreTakenOverByClientsOnly(t *testing.T) {
	s := sorterOf("a", "b/c")
	s.allocated("a", "x", some(t, "cpus:3", "a"))
	s.allocated("b/c", "x", some(t, "cpus:2", "b/c"))
	s.updateWeight("b", 0.5)
	require.Equal(t, "a b/c", s.order(), "3 is less than 2 / 0.5")
	s.updateWeight("b", 4)
	require.Equal(t, "a b/c", s.order(), "the inner node b has been asked for its weight")
	s.updateWeight("a", 0.5)
	require.Equal(t, "b/c a", s.order(), "a is a client")
	s.add("a/b")
	s.updateWeight("a", 3)
	require.Equal(t, "a b/c", s.order(), "a is still a client, with a virtual leaf")
	require.Nil(t, s.leafOf("a/b").weight)
	require.InDelta(t, 1, s.weightOf(s.leafOf("a")), 0)
}

func TestSharedVolumesCountOnceForEachRole(t *testing.T) {
	s := sorterOf("a", "b")
	volume := func(role string) resources { return some(t, "disk[id=v]<shared>:1", role) }
	s.allocated("a", "x", volume("a"))
	s.allocated("a", "x", volume("a"))
	require.Equal(t, quantities{"disk": 1000}, s.leafOf("a").totals)
	s.allocated("a", "y", volume("a"))
	s.allocated("b", "x", volume("b"))
	require.Equal(t, quantities{"disk": 3000}, s.root.totals)
	s.unallocated("a", "x", volume("a"))
	require.Equal(t, quantities{"disk": 2000}, s.leafOf("a").totals)
	s.unallocated("a", "x", volume("a"))
	require.Equal(t, quantities{"disk": 1000}, s.leafOf("a").totals)
	s.update("b", "x", volume("b"), volume("b").plus(volume("b")))
	require.Equal(t, quantities{"disk": 1000}, s.leafOf("b").totals)
	require.Panics(t, func() { s.update("b", "y", volume("b"), nil) })
	s.update("b", "x", volume("b").plus(volume("b")), nil)
	require.Empty(t, s.leafOf("b").held)
}

func TestDoublesAreThoseOfMesos(t *testing.T) {
	require.Equal(t, 2.8120000000000003, double(2812), "not the nearest to 2.812")
	require.Equal(t, 4.5, double(4500))
}

// Of two clients, one with three times the weight comes first three times in four.
// Another nonce is another draw, the same the same; where a part of the tree is drawn,
// clients that are as good as inactive are left out.
func TestDrawnByWeight(t *testing.T) {
	s := newSorter(&counting{})
	s.policies[""] = newPolicy("random")
	for _, client := range []string{"a", "b", "c/x", "c/y"} {
		s.add(client)
		s.leafOf(client).active = true
	}
	s.updateWeight("b", 3)
	first := map[string]int{}
	for nonce := range uint64(10_000) {
		order := s.sort(hundred, nonce)
		require.Len(t, order, 4)
		require.Equal(t, order, s.sort(hundred, nonce))
		first[order[0]]++
	}
	for client, percent := range map[string]int{"a": 20, "b": 60, "c/x": 10, "c/y": 10} {
		require.InDelta(t, percent*100, first[client], 200, client)
	}
	s.idle = map[string]bool{"a": true}
	require.Len(t, s.sort(hundred, 0), 4)
	s.policies["c"] = newPolicy("drf")
	require.ElementsMatch(t, []string{"b", "c/x", "c/y"}, s.sort(hundred, 0))
}
