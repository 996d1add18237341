package container

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHeapAgainstMap puts, changes and removes slots, and takes the first ones
// out, as a map and a search for its least key do.
func TestHeapAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for _, slots := range []uint32{1, 2, 3, 40, 1000} {
		var h Heap[uint32, int64]
		want := map[uint32]int64{}
		for range 2000 {
			slot := random.Uint32N(slots)
			switch random.IntN(8) {
			case 0, 1, 2, 3:
				key := random.Int64N(100) - 50
				h.Put(slot, key)
				want[slot] = key
			case 4, 5:
				h.Remove(slot)
				delete(want, slot)
			default:
				if first, _, ok := h.First(); ok {
					h.Remove(first)
					delete(want, first)
				}
			}
			requireFirst(t, want, &h)
		}
		for len(want) > 0 {
			first, _, _ := h.First()
			h.Remove(first)
			delete(want, first)
			requireFirst(t, want, &h)
		}
	}
}

func requireFirst(t *testing.T, want map[uint32]int64, h *Heap[uint32, int64]) {
	t.Helper()
	require.Equal(t, len(want), len(h.entries))
	slot, key, ok := h.First()
	require.Equal(t, len(want) > 0, ok)
	if !ok {
		return
	}
	least := slices.MinFunc(slices.Collect(maps.Values(want)), cmp.Compare[int64])
	require.Equal(t, least, key)
	require.Contains(t, want, slot)
	require.Equal(t, least, want[slot])
	for slot := range uint32(len(h.places)) {
		if _, in := want[slot]; in != h.Has(slot) {
			t.Fatalf("slot %d is in the heap: %v", slot, !in)
		}
	}
}

// Once it has been as large, a heap takes no more memory.
func TestHeapAllocatesNothing(t *testing.T) {
	var h Heap[uint32, int64]
	fill := func() {
		for slot := range uint32(500) {
			h.Put(slot, int64(slot)*7919%503)
		}
		for slot := range uint32(500) {
			h.Remove(slot)
		}
	}
	fill()
	require.Zero(t, testing.AllocsPerRun(5, fill))
}
