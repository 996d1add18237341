package container

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// validate checks the invariants of Numbered.
func (t *Numbered[T]) validate(test *testing.T) {
	size := 0
	for _, s := range t.stretches {
		if s == nil {
			continue
		}
		used := 0
		for i := range s.blocks {
			b := &s.blocks[i]
			require.Zero(test, b.taken&b.resting)
			n := 0
			for w := b.taken; w != 0; w &= w - 1 {
				n++
			}
			require.Len(test, b.elements, n)
			if b.taken|b.resting != 0 {
				used++
			} else {
				require.Nil(test, b.elements)
			}
			size += n
		}
		require.Equal(test, used, s.used)
		require.Positive(test, used)
	}
	require.Equal(test, size, t.size)
}

// TestNumberedAgainstMap adds and removes elements until their few numbers have
// come round many times. A number that was removed stays away for as long as is
// said.
func TestNumberedAgainstMap(t *testing.T) {
	const (
		bits    = 12
		numbers = 1 << bits
		most    = 700
	)
	random := rand.New(rand.NewPCG(9, 10))
	table := NewNumbered[string](bits)
	want := map[uint32]string{}
	removed := map[uint32]int{} // when, in additions
	var order []uint32
	for added := range 30 * numbers {
		if len(want) < most && (len(want) == 0 || random.IntN(most) >= len(want)/2) {
			text := string(rune('a' + random.IntN(26)))
			n := table.Add(text)
			if _, ok := want[n]; ok {
				t.Fatalf("%d is taken", n)
			}
			if at, ok := removed[n]; ok && added-at < numbers/2-most {
				t.Fatalf("%d comes again after %d", n, added-at)
			}
			want[n] = text
			order = append(order, n)
		}
		for len(want) > 0 && random.IntN(most) < len(want) {
			i := random.IntN(len(order))
			if random.IntN(3) > 0 {
				i = len(order) - 1 - i/64 // one of the latest
			}
			n := order[i]
			order = slices.Delete(order, i, i+1)
			table.Remove(n)
			delete(want, n)
			removed[n] = added
		}
		if added%9_000 == 0 {
			table.validate(t)
			compareNumbered(t, want, &table)
		}
	}
	compareNumbered(t, want, &table)
	for n := range table.All {
		table.Remove(n)
	}
	table.validate(t)
	require.Zero(t, table.Len())
}

func compareNumbered(t *testing.T, want map[uint32]string, table *Numbered[string]) {
	t.Helper()
	got := map[uint32]string{}
	last := -1
	for n, x := range table.All {
		if int(n) <= last || x != table.At(n) || x != table.Get(n) {
			t.Fatalf("%d after %d: %p, %p, %p", n, last, x, table.At(n), table.Get(n))
		}
		last = int(n)
		got[n] = *x
	}
	require.True(t, maps.Equal(want, got))
	for n := range table.mask() + 1 {
		if _, ok := want[n]; ok != (table.Get(n) != nil) {
			t.Fatalf("%d: %v", n, ok)
		}
	}
	require.Equal(t, len(want), table.Len())
}

// TestNumberedGivesMemoryBack: of what was there only the directory is left.
func TestNumberedGivesMemoryBack(t *testing.T) {
	var table Numbered[int]
	const kept = 70_000
	for i := range 100_000 {
		require.EqualValues(t, i, table.Add(i))
	}
	for i := range uint32(100_000) {
		if i != kept {
			table.Remove(i)
		}
	}
	require.Equal(t, kept, *table.At(kept))
	stretches := 0
	for _, s := range table.stretches {
		if s != nil {
			stretches++
		}
	}
	require.Equal(t, 1, stretches)
	require.Equal(t, 1, cap(table.at(kept).elements))
	require.True(t, table.GivenOut(99_999))
	require.False(t, table.GivenOut(100_000))
}

// TestNumberedHasAll asks for every range around what is taken.
func TestNumberedHasAll(t *testing.T) {
	var table Numbered[struct{}]
	for range 300 {
		table.Add(struct{}{})
	}
	for _, n := range []uint32{0, 63, 64, 130, 299} {
		table.Remove(n)
	}
	for first := range uint32(310) {
		for last, all := first, true; last < 310; last++ {
			all = all && table.Get(last) != nil
			if all != table.HasAll(first, last) {
				t.Fatalf("%d to %d: %v", first, last, !all)
			}
		}
	}
	require.False(t, table.HasAll(0, maxNumber))
}

// A number that has been taken for so long that its turn comes again is passed
// over.
func TestNumberedRests(t *testing.T) {
	table := NewNumbered[int](12)
	first := table.Add(0)
	for range table.last {
		table.Remove(table.Add(1))
	}
	require.EqualValues(t, 0, table.next)
	require.True(t, table.GivenOut(table.last))
	require.False(t, table.GivenOut(table.last+1))
	table.Remove(first)
	require.EqualValues(t, 1, table.Add(2))
	table.validate(t)
	for range table.last - 1 {
		table.Remove(table.Add(1))
	}
	require.EqualValues(t, 0, table.Add(3))
}

func BenchmarkNumbered(b *testing.B) {
	var table Numbered[[4]uint64]
	for range 1 << 16 {
		table.Add([4]uint64{})
	}
	sum := uint64(0)
	b.Run("at", func(b *testing.B) {
		for i := range b.N {
			sum += table.At(uint32(i) & 63)[0]
		}
	})
	plain := make([][4]uint64, 1<<16)
	b.Run("slice", func(b *testing.B) {
		for i := range b.N {
			sum += plain[uint32(i)&63][0]
		}
	})
}
