package offerfilter

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/internal/slots"
)

// rounds lets GiveUp come by all agents so many times.
func (w *world) rounds(n int) {
	for cycle := range uint64(n * roundOfRoom) {
		w.filters.Spare.GiveUp(cycle, func(agent slots.Agent) *Table { return &w.tables[agent] })
	}
}

// TestTablesGiveUpInTime: an agent that nobody has refused for long keeps no room for
// filters, and one that few refuse keeps room for few.
func TestTablesGiveUpInTime(t *testing.T) {
	const many = manyFilters
	w := newWorld(t)
	for i := range int64(many) {
		for agent := range slots.Agent(2) {
			w.filters.Add(agent, &w.tables[agent], slots.Subscription(i), w.bag(1+i), 0, 1+i, nil)
		}
	}
	w.filters.Sweep(0, &w.tables[0], math.MaxInt64, nil)
	w.filters.Sweep(1, &w.tables[1], many-3, nil)
	w.rounds(2)
	require.Zero(t, cap(w.tables[0].list)+cap(w.tables[0].refusals))
	require.Len(t, w.tables[1].list, 3)
	require.LessOrEqual(t, cap(w.tables[1].list), 2*3)
	require.True(t, w.filters.Spare.some.Empty() && w.filters.Spare.before.Empty())
	require.True(t, w.filters.Refused(&w.tables[1], many-1, w.bag(many)))
	require.NoError(t, w.filters.Validate())

	w.filters.Add(0, &w.tables[0], 3, w.bag(5), 0, 9, nil)
	require.True(t, w.filters.Refused(&w.tables[0], 3, w.bag(4)))
	require.False(t, w.filters.Refused(&w.tables[0], 3, w.bag(6)))
}

// TestTablesInUseKeepTheirRoom: where filters come and go, they come to where former ones were.
func TestTablesInUseKeepTheirRoom(t *testing.T) {
	w := newWorld(t)
	b, ended := w.bag(4), make([]slots.Subscription, 0, 2)
	require.Zero(t, testing.AllocsPerRun(10, func() {
		w.filters.Add(0, &w.tables[0], 3, b, 0, 9, nil)
		w.filters.Add(0, &w.tables[0], 4, b, 0, 9, nil)
		w.filters.Sweep(0, &w.tables[0], 9, ended[:0])
		w.rounds(1)
	}))
	require.True(t, w.filters.Spare.some.Has(0))
	require.NoError(t, w.filters.Validate())
}
