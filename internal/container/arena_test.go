package container

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Slices from an arena share memory, but never elements, also when they are
// appended to beyond what was asked for.
func TestArenaSlicesAreApart(t *testing.T) {
	var r Arena[int]
	var all [][]int
	for i := range 3 * arenaChunk {
		n := i % 7
		if i%500 == 0 {
			n = arenaChunk // too long to share
		}
		s := r.Take(n)
		require.Empty(t, s)
		require.Equal(t, n, cap(s))
		for len(s) < n+i%3 {
			s = append(s, i)
		}
		all = append(all, s)
	}
	for i, s := range all {
		for _, x := range s {
			require.Equal(t, i, x)
		}
	}
}

// Short slices cost an allocation per chunk, not one each.
func TestArenaSharesAllocations(t *testing.T) {
	var r Arena[int]
	allocations := testing.AllocsPerRun(10, func() {
		for range 4 * arenaChunk / 8 {
			r.Take(8)
		}
	})
	require.LessOrEqual(t, allocations, 5.0)
}
