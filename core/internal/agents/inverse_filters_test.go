package agents

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/slots"
)

// TestInverseFiltersAgainstAList compares them with a list from which each addition takes
// those that have ended.
func TestInverseFiltersAgainstAList(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 9))
	var x inverseFilters
	var plain []InverseFilter
	now, most := api.Time(0), 0
	for range 20_000 {
		f := slots.Framework(random.Uint32N(50))
		switch random.IntN(8) {
		case 0:
			x.drop(f)
			plain = slices.DeleteFunc(plain, func(y InverseFilter) bool { return y.Framework == f })
		case 1:
			now += api.Time(random.IntN(20))
		default:
			deadline := now + api.Time(1+random.IntN(200))
			x.add(f, now, deadline)
			plain = slices.DeleteFunc(plain, func(y InverseFilter) bool { return y.Deadline <= now })
			plain = append(plain, InverseFilter{Framework: f, Deadline: deadline})
		}
		require.Equal(t, slices.ContainsFunc(plain, func(y InverseFilter) bool { return y.Framework == f && now < y.Deadline }), x.until(f, now) > now)
		most = max(most, len(plain))
		require.LessOrEqual(t, x.count, 2*most+fewInverseFilters)
		list := x.list()
		for i := range list {
			list[i].number = 0
		}
		require.Equal(t, len(plain), len(list))
		require.True(t, slices.Equal(plain, list))
	}
}
