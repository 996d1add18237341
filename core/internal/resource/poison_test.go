//go:build invariants

package resource

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPoisonSpoilsWhatIsKept: neither a bag nor its memory, nor that of a list, says what it said.
func TestPoisonSpoilsWhatIsKept(t *testing.T) {
	part := (&Kind{}).Count(3, 5)
	b := Bag{Counts: []Count{part}, Intervals: []Interval{{Kind: 1, Begin: 2, End: 3}}}
	counts := b.Counts
	Poison(&b)
	require.True(t, counts[0] != part)
	require.True(t, b.Intervals[0].Begin > b.Intervals[0].End)

	var scratch struct {
		of    struct{ bags []Bag }
		slots []uint32
	}
	scratch.of.bags, scratch.slots = []Bag{{Counts: []Count{part}}}, []uint32{7}
	PoisonAll(&scratch)
	require.True(t, scratch.of.bags[0].Counts[0] != part)
	require.True(t, scratch.slots[0] != 7)

	b.CopyFrom(&Bag{Counts: []Count{part}})
	require.True(t, b.Equal(&Bag{Counts: []Count{part}}))
	require.Zero(t, b.Flags)
}
