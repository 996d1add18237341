package present

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
)

// twoTurns is a machine for one task at a time, each of 10 s, of which three come after 5 s;
// the last is waiting when the run ends.
const twoTurns = `
duration: 21s
seeds: 2
machines: {name: m, has: {cpus: 1}}
frameworks: {name: a, tasks: {size: {cpus: 1}, every: 5s, batch: 3, until: 6s, duration: 10s}}
events:
  - {at: 2s, weight: {a: 2}}
`

func chartOf(t *testing.T, charts []report.Chart, title string) *report.Chart {
	t.Helper()
	i := slices.IndexFunc(charts, func(c report.Chart) bool { return c.Title == title })
	require.GreaterOrEqual(t, i, 0, title)
	return &charts[i]
}

func TestAPageHasTheWaits(t *testing.T) {
	r := simtest.Run(t, twoTurns)
	waits := chartOf(t, Charts(r), "How long tasks waited").Series[0]
	require.Equal(t, leastWait, waits.X[0])
	require.InDelta(t, 100.0/3, waits.Y[0], 1e-9, "one of three tasks did not wait")
	require.InDelta(t, 200.0/3, waits.Y[waitPoints-1], 1e-9, "one has not started")
	require.True(t, slices.IsSorted(waits.Y))

	r = simtest.Run(t, `
duration: 10s
machines: {name: m, has: {cpus: 1}}
frameworks: {name: a, tasks: {size: {cpus: 1}, keep: 1}}
`)
	require.False(t, slices.ContainsFunc(Charts(r), func(c report.Chart) bool { return c.Title == "How long tasks waited" }), "no task waited")
}

func TestAPageHasTheSpreadOfSeeds(t *testing.T) {
	sc := simtest.Parse(t, twoTurns)
	var runs []*results.Run
	for _, seed := range sc.Seeds {
		r := simtest.Simulate(t, sc, seed)
		runs = append(runs, r)
	}
	page := Page(runs[0], nil, runs[1:]...)
	at := slices.IndexFunc(page.Sections, func(s report.Section) bool { return s.Title == "Over 2 seeds" })
	require.GreaterOrEqual(t, at, 0)
	table := page.Sections[at].Table
	require.Contains(t, table.Rows, []string{"finished", "1", "1", "1", "1", "1"})
	require.Len(t, chartOf(t, page.Sections[0].Charts, "Distance from fair").Series, 2)
	require.NoError(t, page.Check())
	require.False(t, slices.ContainsFunc(Page(runs[0], nil).Sections, func(s report.Section) bool { return s.Title == "Over 2 seeds" }))
}

func TestJainsAxisBeginsBelowItsValues(t *testing.T) {
	require.InDelta(t, 0.9, leastTick([]report.Series{{Y: report.Values{1, 0.99}}}), 1e-9)
	require.InDelta(t, 0.4, leastTick([]report.Series{{Y: report.Values{1, 0.45}}}), 1e-9)
}
