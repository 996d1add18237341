package container

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBitSetAgainstMap compares two sets, and what becomes of them together,
// with maps.
func TestBitSetAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	draw := func() (b BitSet[uint32], want map[uint32]bool) {
		want = map[uint32]bool{}
		limit := 1 + random.Uint32N(300)
		for range random.IntN(200) {
			i := random.Uint32N(limit)
			on := random.IntN(3) > 0
			b.Put(i, on)
			if on {
				want[i] = true
			} else {
				delete(want, i)
			}
		}
		return b, want
	}
	for range 300 {
		b, want := draw()
		o, others := draw()
		requireMembers(t, want, b)

		common := false
		for i := range others {
			common = common || want[i]
		}
		require.Equal(t, !common, b.Disjoint(o))
		require.Equal(t, !common, o.Disjoint(b))

		var union, rest BitSet[uint32]
		union.CopyFrom(b)
		union.Unite(o)
		both := maps.Clone(want)
		maps.Copy(both, others)
		requireMembers(t, both, union)

		rest.CopyFrom(b)
		rest.Subtract(o)
		maps.DeleteFunc(want, func(i uint32, _ bool) bool { return others[i] })
		requireMembers(t, want, rest)
		requireMembers(t, others, o)

		b.Reset()
		requireMembers(t, nil, b)
	}
}

// requireMembers asks b in every way what its members are.
func requireMembers(t *testing.T, want map[uint32]bool, b BitSet[uint32]) {
	t.Helper()
	require.Equal(t, slices.Sorted(maps.Keys(want)), b.Append(nil))
	require.Equal(t, b.Append(nil), slices.Collect(b.All))
	require.Equal(t, len(want), b.Count())
	require.Equal(t, len(want) == 0, b.Empty())
	for i := range uint32(400) {
		if want[i] != b.Has(i) || want[i] != (b.Word(int(i/64))>>(i%64)&1 == 1) {
			t.Fatalf("%d is a member: %v", i, !want[i])
		}
	}
}

func TestBitSetGrowAddsNothing(t *testing.T) {
	var b BitSet[uint32]
	b.Grow(130)
	require.Len(t, b, 3)
	require.True(t, b.Empty())
	b.Clear(1000)
	require.Len(t, b, 3)
}
