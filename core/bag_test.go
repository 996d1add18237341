package core

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
	flags := func(id itemID) kindFlags { return kindFlags(1 << (id % 7)) }
	table := &kindTable{}
	form := func(m map[itemID]int64) (b bag) {
		for _, id := range slices.Sorted(maps.Keys(m)) {
			b.counts = append(b.counts, count{item: id, flags: flags(id), n: m[id]})
			b.flags |= flags(id)
		}
		return b
	}
	want, got := map[itemID]int64{}, bag{}
	for range 3_000 {
		part := map[itemID]int64{}
		for range random.IntN(1 + random.IntN(items)) {
			part[itemID(random.IntN(items))] = 1 + random.Int64N(3)
		}
		b := form(part)
		inside := true
		for id, n := range part {
			inside = inside && want[id] >= n
			require.Equal(t, want[id], got.of(id))
		}
		require.Equal(t, inside, got.contains(&b))
		before := form(want)
		if random.IntN(2) == 0 {
			got.add(&b)
			for id, n := range part {
				want[id] += n
			}
		} else {
			got.sub(&b, table)
			for id, n := range part {
				if want[id] -= n; want[id] <= 0 {
					delete(want, id)
				}
			}
		}
		after := form(want)
		require.True(t, after.equal(&got), "%v instead of %v", got, after)
		require.Equal(t, after.flags, got.flags)

		var x change
		x.between(&before, &after, table)
		before.apply(&x, table)
		require.True(t, after.equal(&before))
	}
}
