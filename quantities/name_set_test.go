package quantities

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNameSetsAgainstMaps(t *testing.T) {
	d := draws{rand.New(rand.NewPCG(5, 6))}
	var set, copied NameSet
	for range 50 {
		set.Reset()
		require.True(t, set.Empty())
		plain := map[Name]bool{}
		for range 60 {
			n := d.name()
			require.Equal(t, plain[n], set.Has(n))
			set.Set(n)
			plain[n] = true
			want := slices.Sorted(maps.Keys(plain))
			require.Equal(t, want, slices.Collect(set.All()))
			require.Equal(t, want[0] < DenseNames, set.Dense() != 0)
			require.Equal(t, want[len(want)-1] >= DenseNames, set.HasSparse())
			require.False(t, set.Empty())
		}
		copied.CopyFrom(&set)
		require.Equal(t, slices.Collect(set.All()), slices.Collect(copied.All()))
	}
}
