package core

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestMetricsKeepNoMemoryOfWhatWas: many roles and frameworks leave nothing in the
// record that is used again.
func TestMetricsKeepNoMemoryOfWhatWas(t *testing.T) {
	OfLongLives(t)
	a, _, frameworks := bare(t, 0, 1000)
	var m Metrics
	a.Metrics(&m)
	require.Len(t, m.Roles, 1000)
	require.Len(t, m.Suppressed, 1000)
	for _, f := range frameworks[:990] {
		require.NoError(t, a.RemoveFramework(f))
	}
	a.Metrics(&m)
	require.Equal(t, 10, m.Frameworks)
	require.Len(t, m.Roles, 10)
	require.Len(t, m.Suppressed, 10)
	require.Less(t, cap(m.Roles)+cap(m.Suppressed), 300)
}

func TestMetricsOfCycles(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	var cycle alloc.Cycle
	var m Metrics
	a.Advance(100)
	a.RequestAllocation()
	a.Advance(130)
	a.RequestAllocation() // joins the one that is due
	a.Allocate(150, &cycle)
	a.runTook(7)
	a.Metrics(&m)
	require.Equal(t, []time.Duration{50, 50, 7, 7}, []time.Duration{m.LastLatency, m.TotalLatency, m.LastRun, m.TotalRun})
	a.RequestAllocation()
	a.Allocate(160, &cycle)
	a.runTook(5)
	a.Metrics(&m)
	require.EqualValues(t, 2, m.AllocationRuns)
	require.Equal(t, []time.Duration{10, 60, 5, 12}, []time.Duration{m.LastLatency, m.TotalLatency, m.LastRun, m.TotalRun})
}
