package container

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSparseBitSetAgainstBitSet draws members near each other and far apart, in sets with and
// without gaps.
func TestSparseBitSetAgainstBitSet(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for range 200 {
		var sparse SparseBitSet[uint32]
		var plain BitSet[uint32]
		limit := 1 + random.Uint32N(1<<(1+random.Uint32N(14)))
		for range random.IntN(2000) {
			x := random.Uint32N(limit)
			if random.IntN(3) > 0 {
				sparse.Set(x)
				plain.Set(x)
			} else {
				sparse.Clear(x)
				plain.Clear(x)
			}
			y := random.Uint32N(limit + 100)
			require.Equal(t, plain.Has(x), sparse.Has(x))
			require.Equal(t, plain.Has(y), sparse.Has(y), "%d", y)
		}
		require.Equal(t, plain.Append(nil), sparse.Append(nil))
		require.NotContains(t, sparse.words, uint64(0))

		var o BitSet[uint32]
		for range random.IntN(500) {
			o.Set(random.Uint32N(limit))
		}
		want := append(BitSet[uint32](nil), o...)
		want.Subtract(plain)
		sparse.SubtractFrom(o)
		require.Equal(t, want, o)
	}
	(*SparseBitSet[uint32])(nil).SubtractFrom(BitSet[uint32]{1})
}

// TestSparseBitSetGoesWithItsMembers: its room is that of its members, wherever these are, and
// it gives up that of members that have gone.
func TestSparseBitSetGoesWithItsMembers(t *testing.T) {
	var b SparseBitSet[uint32]
	for i := range uint32(1000) {
		b.Set(1<<23 - 1000*i)
	}
	require.LessOrEqual(t, cap(b.places), 2000)
	require.LessOrEqual(t, cap(b.words), 2000)
	all := SparseBitSet[uint32]{append(BitSet[uint32](nil), b.words...), append([]uint32(nil), b.places...)}
	for i := range uint32(1000) {
		b.Clear(1<<23 - 1000*i)
	}
	all.Reset()
	for _, b := range []SparseBitSet[uint32]{b, all} {
		require.Empty(t, b.Append(nil))
		require.LessOrEqual(t, cap(b.places), fewWords)
		require.LessOrEqual(t, cap(b.words), fewWords)
	}
}
