package container

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func randomKeys(n int) []uint64 {
	random := rand.New(rand.NewPCG(3, uint64(n)))
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = random.Uint64()&^0xFFFFFFFF | uint64(i)
	}
	return keys
}

func TestRadixSort(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100, 511, 512, 5000} {
		keys := randomKeys(n)
		for i := range n / 20 {
			keys[i] = keys[n-1-i]&^0xFFFFFFFF | uint64(n+i) // a tie, with the greater key first
		}
		want := slices.Clone(keys)
		slices.Sort(want)
		got, _ := RadixSort(keys, nil)
		require.Equal(t, want, got)
	}
}

func BenchmarkRadixSort(b *testing.B) {
	keys, work, spare := randomKeys(50_000), make([]uint64, 50_000), make([]uint64, 50_000)
	b.Run("radix", func(b *testing.B) {
		for b.Loop() {
			copy(work, keys)
			work, spare = RadixSort(work, spare)
		}
	})
	b.Run("slices", func(b *testing.B) {
		for b.Loop() {
			copy(work, keys)
			slices.Sort(work)
		}
	})
}
