package sim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// Hours and days have rates of their own: the gaps between arrivals pass as many times as
// fast.
func TestArrivalsFollowTheHourAndTheDay(t *testing.T) {
	r := simtest.Run(t, `
duration: 8d
settings: {interval: 1m, sample: 10m}
machines: {has: {cpus: 1000}}
frameworks:
  name: f
  tasks:
    size: {cpus: 1}
    every: 1m
    duration: 1s
    by_hour: [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0]
    by_day: [1, 1, 1, 1, 1, 0.5, 0]
`)
	arrived := func(day, from, until int) float64 {
		hour := func(h int) time.Duration { return time.Duration(24*day+h)*time.Hour + 2*time.Minute }
		return simtest.Figure(t, r, results.Query{Figure: "started", From: hour(from), Until: hour(until)})
	}
	require.Zero(t, arrived(0, 0, 6))
	require.InDelta(t, 180, arrived(0, 6, 9), 3)
	require.InDelta(t, 8*120, arrived(0, 9, 17), 3)
	require.InDelta(t, 8*60, arrived(5, 9, 17), 3, "on the sixth day half as many")
	require.Zero(t, arrived(6, 0, 23))
	require.InDelta(t, 8*120, arrived(7, 9, 17), 3, "the eighth is like the first")
}

func TestRatesThatMakeNoSense(t *testing.T) {
	const text = "{duration: 1m, machines: {has: {cpus: 4}}, frameworks: {name: f, tasks: {size: {cpus: 1}, ARRIVE}}}"
	for arrive, want := range map[string]string{
		"keep: 1, by_day: [1, 1, 1, 1, 1, 1, 1]":    "by_day is of tasks that arrive with every",
		"every: 1s, by_day: [1, 1]":                 "there are 7 numbers, not 2",
		"every: 1s, by_hour: [1]":                   "there are 24 numbers, not 1",
		"every: 1s, by_day: [1, 1, 1, 1, 1, 1, -1]": "-1 is not from 0 to 1e6",
		"every: 1s, by_day: [0, 0, 0, 0, 0, 0, 0]":  "no task ever arrives",
		"every: 1s, by_day: []":                     "there are 7 numbers, not 0",
	} {
		_, err := scenario.Parse("test.yaml", []byte(replace(text, "ARRIVE", arrive)))
		require.ErrorContains(t, err, want)
	}
}
