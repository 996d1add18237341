package sim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
)

// Machines that fail by themselves are away for their part of the time, and come back.
func TestMachinesFailByThemselves(t *testing.T) {
	text := `
duration: 2h
machines: {name: m, count: 50, has: {cpus: 1}, fails: {exponential: 9m}, repair: REPAIR}
frameworks: {name: f, refuse: 0s, tasks: {size: {cpus: 1}, keep: 50, duration: forever}}
`
	r := simtest.Run(t, replace(text, "REPAIR", "1m"))
	require.InDelta(t, 45, simtest.Figure(t, r, results.Query{Figure: "running", From: 20 * time.Minute}), 1.5, "one minute of ten")
	require.InDelta(t, 50*120/10, simtest.Figure(t, r, results.Query{Figure: "lost"}), 80)
	require.Equal(t, results.AllFigures(r), results.AllFigures(simtest.Run(t, replace(text, "REPAIR", "1m"))))
	r = simtest.Run(t, replace(text, "REPAIR", "forever"))
	require.LessOrEqual(t, simtest.Figure(t, r, results.Query{Figure: "running", From: 119 * time.Minute}), 1.0)
}

// Tasks that fail wait again: of a part p each is started 1 / (1 - p) times.
func TestTasksThatFailAreTriedAgain(t *testing.T) {
	r := simtest.Run(t, `
duration: 1h
machines: {count: 10, has: {cpus: 10}}
frameworks: {name: f, refuse: 0s, tasks: {size: {cpus: 1}, every: 1s, max: 1000, duration: 10s, fails: 0.5}}
`)
	require.Equal(t, 1000.0, simtest.Figure(t, r, results.Query{Figure: "finished"}), "all get through")
	require.InDelta(t, 1000, simtest.Figure(t, r, results.Query{Figure: "failed"}), 120)
	require.Equal(t, simtest.Figure(t, r, results.Query{Figure: "started"}), 1000+simtest.Figure(t, r, results.Query{Figure: "failed"}))
}

// Ranks change as an event says.
func TestRanksChange(t *testing.T) {
	r := simtest.Run(t, `
duration: 20m
settings: {policy: ranked}
machines: {has: {cpus: 10}}
roles: [{name: a, rank: 1}, {name: b, rank: 2}]
frameworks: [{name: "{a,b}", refuse: 0s, tasks: {size: {cpus: 1}, backlog: true, duration: 10s}}]
events: {at: 10m, rank: {a: 3}}
`)
	for _, x := range []struct {
		of          string
		from, until time.Duration
	}{{"a", time.Minute, 10 * time.Minute}, {"b", 11 * time.Minute, 20 * time.Minute}} {
		require.InDelta(t, 10, simtest.Figure(t, r, results.Query{Figure: "running", Of: x.of, From: x.from, Until: x.until}), 1)
	}
	require.Contains(t, r.Marks[0].Text, "a rank 3")
}

// Two gangs each of which holds what the other lacks are counted, and named.
func TestGangsInEachOthersWay(t *testing.T) {
	text := `
duration: 20m
machines: {count: 10, has: {cpus: 1}}
frameworks:
  - {name: one, patience: 10s, tasks: {size: {cpus: 1}, keep: 6, gang: 6, duration: forever}}
  - {name: two, patience: 10s, start: START, tasks: {size: {cpus: 1}, keep: 6, gang: 6, duration: forever}}
`
	r := simtest.Run(t, replace(text, "START", "0s"))
	require.Zero(t, simtest.Figure(t, r, results.Query{Figure: "started"}))
	all := simtest.Figure(t, r, results.Query{Figure: "standoffs"})
	require.Greater(t, all, 20.0)
	half := simtest.Figure(t, r, results.Query{Figure: "standoffs", Until: 10 * time.Minute})
	require.Equal(t, all, half+simtest.Figure(t, r, results.Query{Figure: "standoffs", From: 10 * time.Minute}))
	facts := present.Facts(r)
	require.Equal(t, "gangs in each other's way", facts[len(facts)-1].Name)
	require.Contains(t, facts[len(facts)-1].Value, "what two held")
	r = simtest.Run(t, replace(text, "START", "10m"))
	require.Equal(t, 6.0, simtest.Figure(t, r, results.Query{Figure: "started"}))
	require.Zero(t, simtest.Figure(t, r, results.Query{Figure: "standoffs"}), "four are not enough, whoever holds them")
}
