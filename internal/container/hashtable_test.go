package container

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// validate checks the invariants of HashTable.
func (t *HashTable) validate(test *testing.T, hash func(slot uint32) uint32) {
	require.Len(test, t.pages, 1<<t.depth)
	deepest, count := 0, 0
	for i := 0; i < len(t.pages); {
		p := t.pages[i]
		require.LessOrEqual(test, p.depth, t.depth)
		places := 1 << (t.depth - p.depth)
		used := 0
		for _, c := range p.cells {
			if c.slot == 0 {
				continue
			}
			used++
			require.Equal(test, hash(c.slot-1), c.hash)
			require.Equal(test, i, int(c.hash>>(32-p.depth))*places)
		}
		require.Equal(test, used, p.used)
		if p.depth == t.depth {
			deepest++
		}
		count += used
		for range places {
			require.Same(test, p, t.pages[i])
			i++
		}
	}
	require.Equal(test, deepest, t.deepest)
	require.Positive(test, deepest)
	require.Equal(test, count, t.count)
}

// TestHashTableGrowsAndShrinks fills a table and empties it in another order, with
// hashes of which many begin alike, so that its pages are of all depths.
func TestHashTableGrowsAndShrinks(t *testing.T) {
	const slots = 10_000
	random := rand.New(rand.NewPCG(7, 8))
	hash := func(slot uint32) uint32 {
		h := uint32(Mix64(uint64(slot)))
		return h >> (h % 9)
	}
	table := NewHashTable()
	for _, order := range [][2][]int{{random.Perm(slots), random.Perm(slots)}, {random.Perm(slots), random.Perm(slots)}} {
		in, out := order[0], order[1]
		for i, slot := range in {
			table.Put(hash(uint32(slot)), uint32(slot))
			if i%5_000 == 0 {
				table.validate(t, hash)
			}
		}
		table.validate(t, hash)
		require.Greater(t, table.depth, uint(5))
		for i, slot := range out {
			slot := uint32(slot)
			found, ok := table.Find(hash(slot), func(x uint32) bool { return x == slot })
			require.True(t, ok)
			require.Equal(t, slot, found)
			table.Remove(hash(slot), slot)
			_, ok = table.Find(hash(slot), func(x uint32) bool { return x == slot })
			require.False(t, ok)
			if i%5_000 == 0 {
				table.validate(t, hash)
			}
		}
		table.validate(t, hash)
		require.Len(t, table.pages, 1)
	}
}
