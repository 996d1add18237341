package offerfilter

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/slots"
)

// An agent that many have refused keeps no room for their filters once they are over,
// and most of it no longer once most are.
func TestTablesKeepNoMemoryOfWhatWas(t *testing.T) {
	const many = 1000
	w := newWorld(t)
	table := &w.tables[0]
	for i := range int64(many) {
		w.filters.Add(0, table, slots.Subscription(i%subscriptions), w.bag(1+i), 0, 1+i, nil)
	}
	w.filters.Sweep(0, table, many-manyFilters, nil)
	require.Len(t, table.list, manyFilters)
	require.LessOrEqual(t, cap(table.list), 3*manyFilters)
	w.filters.Sweep(0, table, math.MaxInt64, nil)
	require.Empty(t, table.list)
	require.LessOrEqual(t, cap(table.list), manyFilters)
	require.Nil(t, table.refusals)
	require.Zero(t, table.vacant)

	// It goes on as a new one does.
	w.filters.Add(0, table, 3, w.bag(5), 0, 9, nil)
	require.True(t, w.filters.Refused(table, 3, w.bag(4)))
	require.False(t, w.filters.Refused(table, 3, w.bag(6)))
}
