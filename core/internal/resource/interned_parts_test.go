package resource

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/container"
	"github.com/apportion/apportion/internal/rows"
)

// TestPresentAgainstSets compares AddPresent and RemovePresent with sets of items, kinds of
// ranges, and set items.
func TestPresentAgainstSets(t *testing.T) {
	const kinds = 30
	type present struct {
		kind KindID
		item uint64 // of a set
	}
	random := rand.New(rand.NewPCG(5, 6))
	table := NewKinds(new(rows.Names), new(container.Numbers))
	var ids []KindID
	for i := range kinds {
		k := alloc.Kind{Name: fmt.Sprint(i), Type: alloc.ValueType(i % 3), Revocable: random.IntN(2) == 1}
		table.Lookup(&k)
		ids = append(ids, table.Enter(&k, 0))
	}
	draw := func(most int) (b Bag, of map[present]bool) {
		of = map[present]bool{}
		low := random.IntN(kinds)
		for range random.IntN(most) {
			id := ids[min(low+random.IntN(10), kinds-1)]
			k := table.Get(uint32(id))
			if k.Flags&RangesOrSet == 0 {
				b.AddCount(table.Count(uint32(id), 1+random.Int64N(5)))
				of[present{id, 0}] = true
				continue
			}
			begin := random.Uint64N(20)
			x := Interval{id, begin, begin + random.Uint64N(4)}
			b.Intervals.Insert(x)
			b.Flags |= k.Flags
			for n := x.Begin; n <= x.End && k.Set; n++ {
				of[present{id, n}] = true
			}
			if !k.Set {
				of[present{id, 0}] = true
			}
		}
		return b, of
	}
	check := func(b *Bag, of map[present]bool) {
		require.NoError(t, b.Validate(table))
		got := map[present]bool{}
		for _, c := range b.Counts {
			require.EqualValues(t, 1, c.N)
			got[present{KindID(c.Item()), 0}] = true
		}
		for _, x := range b.Intervals {
			for n := x.Begin; n <= x.End; n++ {
				got[present{x.Kind, n}] = true
			}
		}
		require.Equal(t, of, got)
	}
	for range 5_000 {
		x, all := draw(20)
		y, gone := draw(1 + random.IntN(20))
		var b Bag
		b.AddPresent(&x, table)
		check(&b, all)
		b.RemovePresent(&y, table)
		for p := range gone {
			delete(all, p)
		}
		check(&b, all)
	}
}
