package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A small cluster goes through two failovers and many waves without the
// allocator's account departing from the cluster's own.
func TestSoak(t *testing.T) {
	c := newCluster(openCore, 200, 20, 1)
	require.NoError(t, c.open())
	for range 2*failover + 10 {
		require.NoError(t, c.step())
		require.NoError(t, c.check())
	}
	s := c.record.sample(time.Second, c)
	require.Equal(t, 2, s.failovers)
	require.Positive(t, s.tasks)
	require.Contains(t, string(plots(c.record.samples)), "<polyline")
}

// The check sees what the allocator doesn't account for.
func TestCheckSeesDrift(t *testing.T) {
	c := newCluster(openCore, 10, 4, 1)
	require.NoError(t, c.open())
	require.NoError(t, c.step())
	c.used[0]++
	require.ErrorContains(t, c.check(), "instead of")
}
