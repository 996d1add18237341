package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Slices from an arena share memory, but never elements, also when they are
// appended to beyond what was asked for.
func TestArenaSlicesAreApart(t *testing.T) {
	var r arena[int]
	var all [][]int
	for i := range 3 * arenaChunk {
		n := i % 7
		if i%500 == 0 {
			n = arenaChunk // too long to share
		}
		s := r.take(n)
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

func TestArenaKeepsText(t *testing.T) {
	var r arena[byte]
	var kept []string
	for i := range 1000 {
		b := fmt.Appendf(nil, "text %d", i)
		kept = append(kept, keep(&r, string(b)))
	}
	for i, s := range kept {
		require.Equal(t, fmt.Sprintf("text %d", i), s)
	}
	require.Empty(t, keep(&r, ""))
}
