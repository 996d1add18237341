package container

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// validate holds the queue of vacant slots to the slots.
func (r *Registry[T]) validate(t *testing.T) {
	t.Helper()
	count, last := 0, uint32(0)
	for at := r.vacant.first; at != 0; at = r.slots[at-1].next {
		require.Nil(t, r.elements[at-1])
		last = at
		count++
	}
	require.Equal(t, r.vacant.size, count)
	require.Equal(t, len(r.slots)-r.size, count)
	if count > 0 {
		require.Equal(t, r.vacant.last, last)
	}
}

// TestRegistryAgainstMap lets elements come and go in waves.
func TestRegistryAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	var r Registry[uint64]
	want := map[uint32]uint64{}
	var order, gone []uint32
	for wave := range 12 {
		for target := random.IntN(20_000); len(want) < target; {
			n := r.Add()
			if _, ok := want[n]; ok || *r.At(n) != 0 {
				t.Fatalf("%d is in use", n)
			}
			*r.At(n) = random.Uint64()
			want[n] = *r.At(n)
			order = append(order, n)
		}
		keep := random.IntN(len(order) + 1)
		if wave%2 == 0 {
			random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		for _, n := range order[keep:] {
			r.Remove(n)
			delete(want, n)
		}
		gone, order = append(gone, order[keep:]...), order[:keep]
		r.validate(t)
		found := map[uint32]uint64{}
		for n, x := range r.All {
			found[n] = *x
			if !r.Has(n) || !r.GivenOut(n) {
				t.Fatalf("%d is not there", n)
			}
		}
		require.Equal(t, want, found)
		require.Equal(t, len(want), r.Len())
		for _, n := range gone {
			if r.Has(n) || !r.GivenOut(n) {
				t.Fatalf("%d is there, or never was", n)
			}
		}
	}
	require.False(t, r.GivenOut(uint32(len(r.slots))))
	require.False(t, r.Has(^uint32(0)))
}

// TestRegistryNumbersStayAway uses and gives back numbers until one comes again.
func TestRegistryNumbersStayAway(t *testing.T) {
	var r Registry[struct{}]
	first := r.Add()
	r.Remove(first)
	require.True(t, r.GivenOut(first))
	for added := 1; ; added++ {
		n := r.Add()
		if n == first {
			require.Greater(t, added, 1<<20)
			require.True(t, r.GivenOut(first))
			return
		}
		require.True(t, r.GivenOut(first))
		r.Remove(n)
	}
}

// TestRegistryNumbersStayAwayInBursts does the same while many come and go at once.
// The first numbers are those below what there are of them.
func TestRegistryNumbersStayAwayInBursts(t *testing.T) {
	var r Registry[struct{}]
	army := make([]uint32, 3*leftVacant)
	for added := 0; ; {
		for i := range army {
			army[i] = r.Add()
			added++
			if added > len(army) && army[i] < uint32(len(army)) {
				require.Greater(t, added-len(army), 1<<20)
				return
			}
		}
		for i := range army {
			r.Remove(army[i])
		}
	}
}

// TestRegistryGivesMemoryBack: after a burst, slots are all that is left of it.
func TestRegistryGivesMemoryBack(t *testing.T) {
	inUse := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const elements = 100_000
	var r Registry[[64]uint64]
	var numbers []uint32
	before := inUse()
	for range elements {
		numbers = append(numbers, r.Add())
	}
	require.Greater(t, inUse()-before, uint64(elements*512))
	for _, n := range numbers {
		r.Remove(n)
	}
	numbers = nil
	require.Less(t, inUse()-before, uint64(elements*32))
	for range elements {
		r.Add()
	}
	require.LessOrEqual(t, len(r.slots), elements+leftVacant)
	r.validate(t)
}
