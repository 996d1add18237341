package resource

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBagsAgainstMaps does the same to bags, of few items and of many, and to
// plain maps.
func TestBagsAgainstMaps(t *testing.T) {
	const items = 60
	random := rand.New(rand.NewPCG(3, 4))
	flags := func(id ItemID) Flags { return Flags(1 << (id % 7)) }
	table := &Kinds{}
	form := func(m map[ItemID]int64) (b Bag) {
		for _, id := range slices.Sorted(maps.Keys(m)) {
			b.Counts = append(b.Counts, (&Kind{Flags: flags(id)}).Count(id, m[id]))
			b.Flags |= flags(id)
		}
		return b
	}
	want, got := map[ItemID]int64{}, Bag{}
	for range 3_000 {
		part := map[ItemID]int64{}
		for range random.IntN(1 + random.IntN(items)) {
			part[ItemID(random.IntN(items))] = 1 + random.Int64N(3)
		}
		b := form(part)
		inside := true
		for id, n := range part {
			inside = inside && want[id] >= n
			require.Equal(t, want[id], got.Of(id))
		}
		require.Equal(t, inside, got.Contains(&b))
		before := form(want)
		if random.IntN(2) == 0 {
			got.Add(&b)
			for id, n := range part {
				want[id] += n
			}
		} else {
			got.Sub(&b, table)
			for id, n := range part {
				want[id] -= n
				if want[id] <= 0 {
					delete(want, id)
				}
			}
		}
		after := form(want)
		require.True(t, after.Equal(&got), "%v instead of %v", got, after)
		require.Equal(t, after.Flags, got.Flags)

		var x Difference
		x.Between(&before, &after, table)
		before.Apply(&x, table)
		require.True(t, after.Equal(&before))
	}
}
