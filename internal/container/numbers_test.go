package container

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/wire"
)

const leftVacant = 1 << 12

var formOfTest = Form{SlotBits: 23, LeftVacant: leftVacant}

// validate holds the slots to the elements.
func (r *Registry[T]) validate(t *testing.T) {
	t.Helper()
	inUse := 0
	for slot := range uint32(r.Slots()) {
		hasElement := int(slot) < len(r.elements) && r.elements[slot] != nil
		require.Equal(t, hasElement, r.InUse(slot))
		if hasElement {
			inUse++
		}
	}
	require.Equal(t, inUse, r.Len())
}

// TestRegistryAgainstMap lets elements come and go in waves.
func TestRegistryAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	r := NewRegistry[uint64](formOfTest)
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
	require.False(t, r.GivenOut(uint32(r.Slots())))
	require.False(t, r.Has(^uint32(0)))
}

// TestRegistryNumbersStayAway uses and gives back numbers until one comes again.
func TestRegistryNumbersStayAway(t *testing.T) {
	r := NewRegistry[struct{}](formOfTest)
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
	r := NewRegistry[struct{}](formOfTest)
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

// As many vacant slots as the form says are passed by, and what room there is says so.
func TestSlotsAreLeftVacant(t *testing.T) {
	x := NewNumbers(Form{SlotBits: 4, LeftVacant: 3})
	for range 15 {
		x.Add()
	}
	for n := range uint32(3) {
		x.Remove(n)
	}
	require.Equal(t, 1, x.Room())
	require.EqualValues(t, 15, x.Add(), "a new one")
	require.Zero(t, x.Room())
	x.Remove(3)
	require.Equal(t, 1, x.Room())
	require.EqualValues(t, 1<<4, x.Add(), "the second number of the first slot")
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
	r := NewRegistry[[64]uint64](formOfTest)
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
	require.LessOrEqual(t, r.Slots(), elements+leftVacant)
	r.validate(t)
}

// Slots that were given back are taken again, the lowest first.
func TestSlotsAreTakenFromTheLowestOn(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var s Slots
	inUse := map[uint32]bool{}
	for range 20_000 {
		if slot := uint32(random.IntN(300)); inUse[slot] {
			s.Give(slot)
			delete(inUse, slot)
			require.True(t, s.IsVacant(slot))
			continue
		}
		lowest := uint32(0)
		for inUse[lowest] {
			lowest++
		}
		require.Equal(t, lowest, s.Take())
		inUse[lowest] = true
		require.Equal(t, len(inUse), s.Live())
	}
}

// What is read gives the same numbers from then on as what was written.
func TestNumbersPersist(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	form := Form{SlotBits: 10, LeftVacant: 20}
	r := NewRegistry[uint32](form)
	var inUse []uint32
	change := func(r *Registry[uint32], add bool, i int) (n uint32) {
		if add {
			n = r.Add()
			*r.At(n) = n
			return n
		}
		r.Remove(inUse[i])
		return 0
	}
	for range 3000 {
		var w wire.Writer
		element := func(c *wire.Codec) func(uint32, *uint32) {
			return func(_ uint32, x *uint32) { wire.Uint(c, x) }
		}
		encoder := wire.NewEncoder(&w, nil)
		r.Persist(encoder, element(encoder))
		again := NewRegistry[uint32](form)
		decoder := wire.NewDecoder(wire.NewReader(w.Buf, 0), nil)
		again.Persist(decoder, element(decoder))
		require.False(t, decoder.Failed())
		again.validate(t)

		add := len(inUse) == 0 || random.IntN(60) > len(inUse)
		i := random.IntN(max(1, len(inUse)))
		n := change(&r, add, i)
		require.Equal(t, n, change(&again, add, i))
		if add {
			inUse = append(inUse, n)
		} else {
			inUse = append(inUse[:i], inUse[i+1:]...)
		}
	}
}

// Forged numbers are refused: too many slots, rounds that there are not, a search that begins nowhere.
func TestForgedNumbersAreRefused(t *testing.T) {
	for _, forged := range [][]byte{
		append([]byte{17}, make([]byte, 2*17+1)...),
		{1, 0, 4, 0},
		{1, 0, 0, 2},
		{1, 0},
	} {
		x := NewNumbers(Form{SlotBits: 4, LeftVacant: 1})
		c := wire.NewDecoder(wire.NewReader(forged, 0), nil)
		x.Persist(c)
		require.True(t, c.Failed(), forged)
	}
}
