package core

import (
	"testing"
	"time"

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
	require.Equal(t, []time.Duration{50, 50, 7, 7}, []time.Duration{m.LastLatency, m.TotalLatency, m.LastRun, m.TotalRun})
	a.RequestAllocation()
	a.Allocate(160, &cycle)
	a.RunTook(5)
	a.Metrics(&m)
	require.EqualValues(t, 2, m.AllocationRuns)
	require.Equal(t, []time.Duration{10, 60, 5, 12}, []time.Duration{m.LastLatency, m.TotalLatency, m.LastRun, m.TotalRun})
}
