package core

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestMetricsOfCycles(t *testing.T) {
	a, err := New(Options{})
	require.NoError(t, err)
	var cycle Cycle
	var m Metrics
	a.Advance(100)
	a.RequestAllocation()
	a.Advance(130)
	a.RequestAllocation() // joins the one that is due
	a.Allocate(150, &cycle)
	a.RunTook(7)
	a.Metrics(&m)
	require.Equal(t, []int64{50, 50, 7, 7}, []int64{m.LastLatencyNanos, m.TotalLatencyNanos, m.LastRunNanos, m.TotalRunNanos})
	a.RequestAllocation()
	a.Allocate(160, &cycle)
	a.RunTook(5)
	a.Metrics(&m)
	require.EqualValues(t, 2, m.AllocationRuns)
	require.Equal(t, []int64{10, 60, 5, 12}, []int64{m.LastLatencyNanos, m.TotalLatencyNanos, m.LastRunNanos, m.TotalRunNanos})
}
