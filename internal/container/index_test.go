package container

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/memsize"
)

// TestIndexGrowsAndShrinks adds keys by the thousand and removes them in another order: what is left is found,
// and the memory is given back.
func TestIndexGrowsAndShrinks(t *testing.T) {
	const keys = 10_000
	random := rand.New(rand.NewPCG(7, 8))
	var x Index[string, uint32]
	key := func(slot int) string { return fmt.Sprint("agent-", slot) }
	for range 2 {
		for _, slot := range random.Perm(keys) {
			x.Put(key(slot), uint32(slot))
		}
		full := memsize.Of(&x).Bytes
		for i, slot := range random.Perm(keys) {
			found, ok := x.Find(key(slot))
			require.True(t, ok)
			require.EqualValues(t, slot, found)
			x.Remove(key(slot))
			_, ok = x.Find(key(slot))
			require.False(t, ok)
			require.Equal(t, keys-1-i, x.Len())
		}
		require.Less(t, memsize.Of(&x).Bytes, full/10)
	}
}
