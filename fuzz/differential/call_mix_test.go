//go:build !invariants && !small_counters

package differential

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What a second of a hunt is worth: a cycle comes in some twenty calls, and few calls
// are refused.
func TestCyclesComeInTwentyCalls(t *testing.T) {
	for _, l := range []*Lane{&Core, &Model} {
		var sum Counts
		for seed := range uint64(40) {
			counts, _, f := l.Play(seed, false)
			require.NoError(t, failed(f), "%s, seed %d", l.Name, seed)
			sum.Add(&counts)
		}
		require.InDelta(t, 18, float64(sum.Calls)/float64(sum.Cycles), 3, l.Name)
		require.InDelta(t, 0.11, float64(sum.Refused)/float64(sum.Calls), 0.03, l.Name)
	}
}

// Histories that take long for each call have fewer.
func TestBriefHistories(t *testing.T) {
	require.Equal(t, Large.Calls/20, Large.Open(8, nil).calls())
	require.Equal(t, Large.Calls, Large.Open(9, nil).calls())
}
