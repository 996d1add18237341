package sim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

const resumed = `duration: 100s
machines: {name: m, count: 2, has: {cpus: 8, mem: 1GB}}
running: {file: running.csv}
frameworks:
  - name: web
    roles: [x, y]
    tasks:
      - {size: {cpus: 4}, keep: 1, duration: forever}
      - {size: {cpus: 2}, every: 10s, from: 60s, duration: 5s}
  - {name: batch, tasks: {size: {cpus: 1}, backlog: true, duration: 20s}}
`

// Tasks run from the beginning, on their machines; one that is kept counts as such.
func TestTasksThatRunFromTheBeginning(t *testing.T) {
	sc, err := simtest.ParseBeside(t, resumed, map[string]string{"running.csv": `framework,machine,role,count,cpus,mem,left
web,m-1,,1,4,0,forever
web,m-2,y,2,2,0,30
batch,m-2,,4,1,0,
`})
	require.NoError(t, err)
	length := sc.Duration
	sc.Duration = scenario.Duration(1500 * time.Millisecond)
	sim.RunChecked(t, sc, 1, time.Second)
	r := simtest.Simulate(t, sc, 1)
	for role, running := range map[string]float64{"x": 1, "y": 2, "batch": 8} {
		require.Equal(t, running, simtest.InLastHalf(t, r, "running", role), role)
	}

	sc.Duration = length
	r = simtest.Simulate(t, sc, 1)
	require.Equal(t, 1.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "x", From: 20 * time.Second, Until: 25 * time.Second}))
	require.Equal(t, 2.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "y", Until: 29 * time.Second}))
	require.Equal(t, 0.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "y", From: 31 * time.Second, Until: 60 * time.Second}))
	require.Equal(t, 1.0, results.Value(r, "started", "x"), "the one that is kept has been there")
	require.Greater(t, results.Value(r, "utilisation", "cpus"), 0.9)
}

func TestRunningTasksThatCannotBe(t *testing.T) {
	for content, want := range map[string]string{
		"framework,cpus\nweb,1\n":                        `has no column "machine"`,
		"framework,machine,cpus\nwob,m-1,1\n":            `running.csv:2: there is no framework "wob"`,
		"framework,machine,cpus\nweb,m-3,1\n":            `there is no machine "m-3" at the beginning`,
		"framework,machine,role,cpus\nweb,m-1,z,1\n":     `the framework "web" is not in role "z"`,
		"framework,machine,cpus\nweb,m-1,5\nweb,m-1,4\n": `running.csv:3: the machine "m-1" has less than runs on it`,
		"framework,machine,count,cpus\nweb,m-1,0,4\n":    `"0" is no count`,
		"framework,machine,cpus\nweb,m-1,0\n":            `the task needs nothing`,
		"framework,machine,cpus,left\nweb,m-1,1,-3\n":    `-3 is negative`,
	} {
		_, err := simtest.Try(t, resumed, map[string]string{"running.csv": content})
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "test.yaml:3:17: ")
	}
	_, err := simtest.Try(t, "duration: 1s\nmachines: {has: {cpus: 1}}\nrunning: {file: none.csv}\nframeworks: {name: f, start: 1s, tasks: {size: {cpus: 1}, keep: 1}}", map[string]string{"none.csv": "framework,machine,cpus\nf,machines-1,1\n"})
	require.ErrorContains(t, err, `the framework "f" comes later`)
}
