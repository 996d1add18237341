package model

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRolesComeAndGo(t *testing.T) {
	tree := newRoleTree()
	names := func() []string {
		all := sortedKeys(tree)
		return all[1:] // without the root
	}
	tree.trackFramework("f", "a/b/c")
	require.Equal(t, []string{"a", "a/b", "a/b/c"}, names())
	tree.updateWeight("a/b", 2)
	tree.untrackFramework("f", "a/b/c")
	require.Equal(t, []string{"a", "a/b"}, names())
	tree.updateWeight("a/b", 1)
	require.Empty(t, names())

	tree.updateQuota("q", quota{guarantees: quantities{"cpus": 1}})
	tree.updateQuota("nothing", quota{})
	require.Equal(t, []string{"q"}, names())
	tree.updateQuota("q", quota{})

	r := some(t, "cpus(a dynamic):1 cpus(a dynamic;a/b dynamic):2 cpus:4 ports(p dynamic):[1-2]", "")
	tree.trackReservations(r)
	require.Equal(t, []string{"a", "a/b"}, names(), "ranges don't count")
	require.Equal(t, quantities{"cpus": 3000}, tree["a"].reservations)
	require.Equal(t, quantities{"cpus": 3000}, tree[""].reservations)
	require.Equal(t, quantities{"cpus": 2000}, tree["a/b"].reservations)
	require.Panics(t, func() { tree.untrackReservations(some(t, "cpus(a dynamic):4", "")) })
	tree.untrackReservations(r)
	require.Empty(t, names())
}

func TestWhatARoleConsumes(t *testing.T) {
	tree := newRoleTree()
	tree.trackFramework("f", "a/b")
	tree.trackFramework("f", "c")
	held := some(t, "cpus:1 cpus{rev}:2 cpus(a dynamic):4 ports:[1-9]", "a/b").plus(some(t, "cpus:8", "c"))
	tree.held(totals.add, "x", held)
	tree.held(totals.add, "y", some(t, "cpus:16", "c"))
	tree.trackReservations(some(t, "cpus(a dynamic):5", ""))
	require.Equal(t, quantities{"cpus": 6000}, tree["a"].consumed())
	require.Equal(t, quantities{"cpus": 4000}, tree[""].reserved.quantities())
	require.Equal(t, quantities{"cpus": 25000}, tree[""].unreserved.quantities())
	require.ElementsMatch(t, []string{"a", "c"}, tree.top())
	require.Panics(t, func() { tree.held(totals.subtract, "y", held) })
	tree.held(totals.subtract, "x", held)
	require.Equal(t, quantities{"cpus": 5000}, tree["a"].consumed())
	require.Empty(t, tree["a"].reserved)
	require.Panics(t, func() { tree.held(totals.add, "x", some(t, "cpus:1", "d")) })
}

func TestAncestors(t *testing.T) {
	require.Equal(t, []string{"a/b/c", "a/b", "a", ""}, ancestors("a/b/c"))
	require.True(t, below("a/b", "a"))
	require.False(t, below("ab", "a"))
	require.False(t, below("a", "a"))
	for _, name := range []string{"*", "a", "a/b", "a-b", "a.b"} {
		require.NotPanics(t, func() { checkRole(name) })
	}
	for _, name := range []string{"", "/", "/a", "a/", "a//b", ".", "a/..", "*/a", "-", "a/-b", "a\tb", "a\x7f"} {
		require.Panics(t, func() { checkRole(name) }, name)
	}
	require.True(t, slices.IsSorted(sortedKeys(map[string]int{"b": 1, "a": 2})))
}
