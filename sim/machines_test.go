package sim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
)

// From the notice on nothing is launched on machines under maintenance; what still runs on
// them when it begins is lost, and they are back when it is over.
func TestMaintenance(t *testing.T) {
	text := `
duration: 10m
machines: {name: "rack-{1..2}", count: 1, has: {cpus: 4, mem: 4GB}}
frameworks:
  - {name: short, tasks: {size: {cpus: 1}, backlog: true, duration: 10s}, refuse: 1s}
  - {name: service, machines: rack-2, tasks: {size: {cpus: 1}, keep: 1, duration: forever}, refuse: 1s}
events:
  - {at: 4m, maintenance: rack-2, NOTICE for: 2m}
`
	at := func(r *results.Run, what, of string, from, until int) float64 {
		return simtest.Figure(t, r, results.Query{Figure: what, Of: of, From: time.Duration(from) * time.Second, Until: time.Duration(until) * time.Second})
	}
	r := simtest.Run(t, replace(text, "NOTICE", "notice: 1m,"))
	require.InDelta(t, 7, at(r, "running", "short", 20, 175), 0.8, "both machines, less the service's task")
	require.InDelta(t, 4, at(r, "running", "short", 195, 239), 0.6, "its tasks have ended, no new ones go there")
	require.Equal(t, 1.0, at(r, "running", "service", 20, 239), "its task stays until then")
	require.Zero(t, at(r, "running", "service", 240, 359))
	require.Equal(t, 1.0, simtest.Figure(t, r, results.Query{Figure: "lost"}), "of the service alone")
	require.InDelta(t, 7, at(r, "running", "short", 375, 600), 0.8, "it is back")
	require.Equal(t, 1.0, at(r, "running", "service", 365, 600))

	r = simtest.Run(t, replace(text, "NOTICE", ""))
	require.InDelta(t, 7, at(r, "running", "short", 195, 239), 0.8, "nobody has learned of it")
	require.Greater(t, simtest.Figure(t, r, results.Query{Figure: "lost"}), 2.0)
}

// Machines that are added are used from then on, by those who take them.
func TestMachinesThatAreAdded(t *testing.T) {
	r := simtest.Run(t, `
duration: 4m
machines: {name: old, has: {cpus: 2, mem: 2GB}}
frameworks:
  - {name: any, tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
  - {name: new-only, machines: new, tasks: {size: {gpus: 1}, keep: 20, duration: forever}, capabilities: GPU_RESOURCES}
events:
  - {at: 1m, add: [{name: more, count: 3, has: {cpus: 4, mem: 1GB}}]}
  - {at: 2m, add: [{name: new, has: {cpus: 1, mem: 1GB, gpus: 2}}]}
`)
	running := func(of string, from, until time.Duration) float64 {
		return simtest.Figure(t, r, results.Query{Figure: "running", Of: of, From: from, Until: until})
	}
	require.Equal(t, 2.0, running("any", 5*time.Second, 59*time.Second))
	require.Equal(t, 14.0, running("any", 65*time.Second, 119*time.Second))
	require.Equal(t, 1.0, simtest.Figure(t, r, results.Query{Figure: "utilisation", Of: "cpus", From: 65 * time.Second, Until: 119 * time.Second}), "of all that are there")
	require.Zero(t, running("new-only", 0, 2*time.Minute))
	require.Equal(t, 2.0, running("new-only", 130*time.Second, 0))
}

// An offer holds one of the minima at least: the framework's own, or else the master's.
func TestMinimum(t *testing.T) {
	text := `
duration: 2m
settings: {MASTER}
machines: [{name: small, count: 2, has: {cpus: 2, mem: 2GB}}, {name: large, has: {cpus: 8, mem: 8GB}}]
frameworks: {name: a, FRAMEWORK tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
`
	for _, x := range []struct {
		master, framework string
		running           float64
	}{
		{"", "", 12},
		{"minimum: {cpus: 4}", "", 5},                            // on large, until three are left
		{"minimum: [{cpus: 4}, {mem: 1GB}]", "", 12},             // either
		{"minimum: {cpus: 4, mem: 16GB}", "", 0},                 // both
		{"", "minimum: {cpus: 4},", 5},                           // its own
		{"minimum: {cpus: 4}", "minimum: [],", 12},               // none
		{"minimum: {cpus: 4}", "minimum: {cpus: 2},", 9},         // its own comes before the master's
		{"minimum: {cpus: 100}", "", 0},                          // no machine has that
		{"minimum: {cpus: 100}", "minimum: [{mem: 100MB}],", 12}, // one of its own
	} {
		// One task for each offer, so that what is left shows which are made.
		r := simtest.Run(t, replace(replace(text, "MASTER", x.master), "FRAMEWORK", "per_offer: 1, refuse: 0, "+x.framework))
		require.Equal(t, x.running, simtest.Figure(t, r, results.Query{Figure: "running", From: 100 * time.Second}), x)
	}
}

// Machines are back when all is over that has taken them away; what fails before it has
// come does not come for that.
func TestFailuresThatOverlap(t *testing.T) {
	r := simtest.Run(t, `
duration: 10m
machines: {name: m, count: 2, has: {cpus: 4}}
frameworks: {name: a, tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
events:
  - {at: 1m, fail: [m, m], for: 5m}
  - {at: 2m, fail: [m, late], for: 1m}
  - {at: 4m, maintenance: m, notice: 3m, for: 3m}
  - {at: 8m, add: {name: late, has: {cpus: 4}}}
`)
	running := func(from, until time.Duration) float64 {
		return simtest.Figure(t, r, results.Query{Figure: "running", From: from * time.Second, Until: until * time.Second})
	}
	require.Equal(t, 8.0, running(5, 59))
	require.Zero(t, running(60, 419))
	require.Equal(t, 8.0, running(425, 479))
	require.Equal(t, 12.0, running(485, 600))
}
