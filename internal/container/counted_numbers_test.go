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
func (r *Registry[K, T]) validate(t *testing.T) {
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

// counted is a registry of numbers.
type counted = Registry[uint64, uint64]

func newCounted(f Form) counted {
	return NewRegistry(f, func(x *uint64) uint64 { return *x })
}

// remove forgets a number to which nobody refers.
func (r *Registry[K, T]) remove(n uint32) {
	r.Check(n)
	r.ForgetIdle(func(uint32, *T) {})
}

// TestRegistryAgainstMap lets elements come and go in waves.
func TestRegistryAgainstMap(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	r := newCounted(formOfTest)
	want := map[uint32]uint64{}
	var order, gone []uint32
	for wave := range 12 {
		for target := random.IntN(20_000); len(want) < target; {
			x := random.Uint64()
			n := r.Add(x)
			if _, ok := want[n]; ok {
				t.Fatalf("%d is in use", n)
			}
			r.Ref(n)
			want[n] = x
			order = append(order, n)
		}
		keep := random.IntN(len(order) + 1)
		if wave%2 == 0 {
			random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		for _, n := range order[keep:] {
			r.Unref(n)
			delete(want, n)
		}
		r.ForgetIdle(func(uint32, *uint64) {})
		gone, order = append(gone, order[keep:]...), order[:keep]
		r.validate(t)
		found := map[uint32]uint64{}
		for n, x := range r.All {
			found[n] = *x
			at, ok := r.Find(*x)
			if !r.Has(n) || !r.GivenOut(n) || !ok || at != n {
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
	r := newCounted(formOfTest)
	first := r.Add(0)
	r.remove(first)
	require.True(t, r.GivenOut(first))
	for added := 1; ; added++ {
		n := r.Add(0)
		if n == first {
			require.Greater(t, added, 1<<20)
			require.True(t, r.GivenOut(first))
			return
		}
		require.True(t, r.GivenOut(first))
		r.remove(n)
	}
}

// TestRegistryNumbersStayAwayInBursts does the same while many come and go at once.
// The first numbers are those below what there are of them.
func TestRegistryNumbersStayAwayInBursts(t *testing.T) {
	r := newCounted(formOfTest)
	army := make([]uint32, 3*leftVacant)
	for added := 0; ; {
		for i := range army {
			army[i] = r.Add(uint64(i))
			added++
			if added > len(army) && army[i] < uint32(len(army)) {
				require.Greater(t, added-len(army), 1<<20)
				return
			}
		}
		r.ForgetIdle(func(uint32, *uint64) {})
	}
}

// As many vacant slots as the form says are passed by, and what room there is says so.
func TestSlotsAreLeftVacant(t *testing.T) {
	x := NewNumbers(Form{SlotBits: 4, LeftVacant: 3})
	forget := func(uint32) {}
	for range 15 {
		x.Ref(x.Add())
	}
	for n := range uint32(3) {
		x.Unref(n)
	}
	x.ForgetIdle(forget)
	require.Equal(t, 1, x.Room())
	fresh := x.Add()
	x.Ref(fresh)
	require.EqualValues(t, 15, fresh, "a new one")
	require.Zero(t, x.Room())
	x.Unref(3)
	x.ForgetIdle(forget)
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
	r := NewRegistry(formOfTest, func(x *[64]uint64) uint64 { return x[0] })
	before := inUse()
	for i := range uint64(elements) {
		r.Add([64]uint64{i})
	}
	require.Greater(t, inUse()-before, uint64(elements*512))
	r.ForgetIdle(func(uint32, *[64]uint64) {})
	require.Less(t, inUse()-before, uint64(elements*32))
	for i := range uint64(elements) {
		r.Add([64]uint64{i})
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
	r := newCounted(form)
	var inUse []uint32
	change := func(r *counted, add bool, i int) (n uint32) {
		if add {
			n = r.Add(random.Uint64())
			r.Hold(n)
			return n
		}
		r.Release(inUse[i])
		r.ForgetIdle(func(uint32, *uint64) {})
		return 0
	}
	for range 3000 {
		var w wire.Writer
		element := func(c *wire.Codec) func(uint32, *uint64) {
			return func(_ uint32, x *uint64) { wire.Uint(c, x) }
		}
		encoder := wire.NewEncoder(&w, nil)
		r.Persist(encoder, element(encoder))
		again := newCounted(form)
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

// A number is in use for as long as somebody refers to it, or the host holds it.
func TestNumbersAreCounted(t *testing.T) {
	r := newCounted(formOfTest)
	n, kept := r.Add(1), r.Add(2)
	r.Ref(kept)
	gone := func(at uint32, x *uint64) {
		require.Equal(t, n, at)
		require.EqualValues(t, 1, *x)
	}
	isThere := func() bool {
		r.ForgetIdle(gone)
		r.validate(t)
		require.NoError(t, r.Validate(map[uint32]uint32{n: r.Refs(n), kept: 1}))
		require.True(t, r.Has(kept))
		return r.Has(n)
	}
	r.Hold(n)
	r.Hold(n)
	r.Ref(n)
	r.Release(n)
	require.True(t, isThere() && !r.Held(n))
	r.Hold(n)
	r.Unref(n)
	require.True(t, isThere() && r.Held(n))
	require.Error(t, r.Validate(map[uint32]uint32{n: 1, kept: 1}), "counted wrongly")
	r.Ref(n)
	r.Unref(n)
	r.Release(n)
	r.idle, r.of(n).idle = nil, false
	require.Error(t, r.Validate(map[uint32]uint32{kept: 1}), "unused, and not idle")
	r.Check(n)
	r.ForgetIdle(gone)
	require.False(t, r.Has(n) || r.Held(n))
	_, found := r.Find(1)
	require.False(t, found)
	require.Error(t, r.Validate(map[uint32]uint32{n: 1, kept: 1}), "not in use")
	*r.At(kept) = 3
	require.Error(t, r.Validate(map[uint32]uint32{kept: 1}), "not where it is found")
}

// Forged numbers are refused: too many slots, rounds that there are not, a search that begins nowhere.
func TestForgedNumbersAreRefused(t *testing.T) {
	for _, forged := range [][]byte{
		append([]byte{17}, make([]byte, 2*17+1)...),
		{1, 0, 8, 0},
		{1, 0, 0, 2},
		{1, 0, 5, 0},
		{1, 0},
	} {
		x := NewNumbers(Form{SlotBits: 4, LeftVacant: 1})
		c := wire.NewDecoder(wire.NewReader(forged, 0), nil)
		x.Persist(c)
		require.True(t, c.Failed(), forged)
	}
}
