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

func TestAgentNames(t *testing.T) {
	var r arena[byte]
	var kept []agentNames
	for i := range 1000 {
		b := fmt.Appendf(nil, "%d", i)
		kept = append(kept, keepNames(&r, "agent "+string(b), string(b[:i%2*len(b)]), string(b[:i%3/2*len(b)])))
	}
	for i, n := range kept {
		b := fmt.Sprint(i)
		require.Equal(t, "agent "+b, n.name())
		require.Equal(t, b[:i%2*len(b)], n.hostname())
		require.Equal(t, b[:i%3/2*len(b)], n.region())
	}
	require.Empty(t, new(agentNames).name())
}
