package model

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a role consumes is what frameworks that are there hold in it and below it, and what is
// reserved for these.
func TestWhatARoleConsumes(t *testing.T) {
	s := started(t, `
		initialize t
		framework f roles=a/b,c suppressed=a/b,c caps=MULTI_ROLE
		agent x cpus:20 cpus{rev}:2 cpus(a dynamic):5 cpus(a dynamic;a/b dynamic):1 ports:[1-9] caps=MULTI_ROLE,HIERARCHICAL_ROLE used=[f a/b cpus:1 cpus{rev}:2 cpus(a dynamic):4 ports:[1-9]; f c cpus:8; gone c cpus:3]
		agent y cpus:16 caps=MULTI_ROLE used=[f c cpus:16]`).state
	roles := s.roleSorter.root
	require.Equal(t, quantities{"cpus": 1000}, roles.children["a"].holds(piece.quotable))
	require.Equal(t, quantities{"cpus": 24000}, roles.children["c"].holds(piece.quotable))
	require.Equal(t, quantities{"cpus": 4000}, roles.holds(piece.reserved))
	require.Equal(t, quantities{"cpus": 6000}, s.reservations("a"))
	require.Equal(t, quantities{"cpus": 1000}, s.reservations("a/b"))
	require.Equal(t, s.reservations("a"), s.reservations(""))
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
