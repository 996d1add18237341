//go:build !invariants && !small_counters

package lane

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Clusters of thousands in some of the states that last.
func TestScaleFindsNothing(t *testing.T) {
	for _, seed := range []uint64{5, 7} {
		g := Scale.Open(seed, nil, nil)
		over, f := g.Play(100_000)
		require.NoError(t, failed(f), "seed %d", seed)
		require.True(t, over)
		require.Greater(t, g.Cycles, 50)
	}
}
