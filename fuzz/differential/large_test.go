//go:build !invariants && !small_counters

// Invariants after every call of thousands of agents take half an hour.

package differential

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The beginning of a large cluster's life.
func TestLargeFindsNothing(t *testing.T) {
	g := Large.Open(4, nil)
	_, f := g.Play(30_000)
	require.Nil(t, f)
	require.Greater(t, g.accounts.AgentsThere.Len(), 8000)
	require.Greater(t, g.Counts.Offers, 5000)
}
