package agents

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// TestInverseFiltersAgainstAMap compares them with a map from which each addition takes those that
// have ended, and in which the filter of a framework that ends last stays.
func TestInverseFiltersAgainstAMap(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 9))
	var x inverseFilters
	plain := map[slots.Framework]api.Time{}
	now, most := api.Time(0), 0
	for range 20_000 {
		f := slots.Framework(random.Uint32N(50))
		switch random.IntN(8) {
		case 0:
			_, had := plain[f]
			require.True(t, x.drop(f) || !had)
			delete(plain, f)
		case 1:
			now += api.Time(random.IntN(20))
		default:
			deadline := now + api.Time(1+random.IntN(200))
			x.add(f, now, deadline)
			maps.DeleteFunc(plain, func(_ slots.Framework, end api.Time) bool { return end <= now })
			plain[f] = max(plain[f], deadline)
		}
		require.Equal(t, max(now, plain[f]), x.until(f, now))
		most = max(most, len(plain))
		require.LessOrEqual(t, len(x.ends), 2*most+fewInverseFilters)
		listed := map[slots.Framework]api.Time{}
		last := -1
		for f, end := range x.all {
			require.Less(t, last, int(f))
			last, listed[f] = int(f), end
		}
		require.Equal(t, plain, listed)
	}
}
