package main

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// The bar shows simulated time, of all runs together, and is gone at the end.
func TestProgressShowsSimulatedTime(t *testing.T) {
	var out strings.Builder
	p := showProgress(&out, "web", 20*time.Minute, 0)
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range 5 {
				p.add(time.Minute)
			}
		})
	}
	all.Wait()
	require.Contains(t, out.String(), "web: 1m0s of 20m0s simulated")
	require.Contains(t, out.String(), "web: 10m0s of 20m0s simulated  50%")
	p.finish()
	last := out.String()[strings.LastIndex(out.String(), "simulated"):]
	require.Contains(t, last, "\r", "the line is cleared")
}

// A sweep tells of as much time as it said it would take.
func TestProgressComesToItsEnd(t *testing.T) {
	sc, err := scenario.Parse("test.yaml", []byte("{duration: 10s, machines: {has: {cpus: 1}}, frameworks: {name: f, tasks: {size: {cpus: 1}, keep: 1}}}"))
	require.NoError(t, err)
	var out strings.Builder
	sweep := sim.Sweep{Scenarios: []*scenario.Scenario{sc}, Seeds: scenario.SeedsUpTo(3)}
	p := showProgress(&out, "test", sweep.Length(), 0)
	sweep.Watch = p.add
	sweep.Run(func(_, _ int, _ *results.Run, err error) { require.NoError(t, err) })
	require.Equal(t, sweep.Length(), p.done)
	require.Contains(t, out.String(), "test: 30s of 30s simulated")
}

// Nothing is shown where nobody looks.
func TestProgressOfFilesIsQuiet(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out, "web", time.Minute, false)
	p.add(time.Second)
	p.finish()
	require.Empty(t, out.String())
}
