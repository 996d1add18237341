package resource

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPoisonSpoilsWhatIsKept: under the tag invariants neither a bag nor its memory, nor
// that of a list, says what it said; without the tag all stays.
func TestPoisonSpoilsWhatIsKept(t *testing.T) {
	part := (&Kind{}).Count(3, 5)
	b := Bag{Counts: []Count{part}, Intervals: []Interval{{Kind: 1, Begin: 2, End: 3}}}
	counts, list := b.Counts, []int{7}
	Poison(&b)
	PoisonList(list, -1)
	require.Equal(t, poisons, counts[0] != part)
	require.Equal(t, poisons, b.Intervals[0].Begin > b.Intervals[0].End)
	require.Equal(t, poisons, list[0] == -1)

	b.CopyFrom(&Bag{Counts: []Count{part}})
	require.True(t, b.Equal(&Bag{Counts: []Count{part}}))
	require.Zero(t, b.Flags)
}
