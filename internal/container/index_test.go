package container

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIndexGrowsAndShrinks adds keys by the thousand and removes them in another order: what is left is found,
// and the memory is given back.
func TestIndexGrowsAndShrinks(t *testing.T) {
	const keys = 100_000
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	random := rand.New(rand.NewPCG(7, 8))
	var x Index[uint64, uint32]
	for range 2 {
		in, out, empty := random.Perm(keys), random.Perm(keys), heap()
		for _, slot := range in {
			x.Put(Mix64(uint64(slot)), uint32(slot))
		}
		full := heap() - empty
		for i, slot := range out {
			key := Mix64(uint64(slot))
			found, ok := x.Find(key)
			require.True(t, ok && int(found) == slot)
			x.Remove(key)
			_, ok = x.Find(key)
			require.False(t, ok)
			require.Equal(t, keys-1-i, x.Len())
		}
		require.Less(t, heap(), empty+full/10)
		runtime.KeepAlive([2][]int{in, out})
	}
	runtime.KeepAlive(&x)
}
