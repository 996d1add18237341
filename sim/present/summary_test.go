package present

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
)

// Of many roles those of the highest level with more than one are listed and drawn, as
// far as there is room, and it is said how many are not.
func TestManyRolesAreListedInPart(t *testing.T) {
	listed := func(roles string) (names []string, leftOut string) {
		r := simtest.Run(t, `
duration: 10s
machines: {has: {cpus: 4}}
frameworks: {name: "f{1..40}", roles: "`+roles+`", tasks: {size: {cpus: 1}, keep: 1}}
`)
		for _, row := range RoleTable(r).Rows {
			names = append(names, row[0])
		}
		return names, LeftOut(r)
	}
	names, leftOut := listed("{a,b}/{1..2}")
	require.Equal(t, []string{"a", "a/1", "a/2", "b", "b/1", "b/2"}, names)
	require.Empty(t, leftOut)
	names, leftOut = listed("{a,b}/{1..20}")
	require.Equal(t, []string{"a", "b"}, names)
	require.Regexp(t, "^40 more roles are in figures.csv", leftOut)
	names, leftOut = listed("all/org/{1..40}")
	require.Len(t, names, mostRows)
	require.Equal(t, "all/org/1", names[0])
	require.Regexp(t, "^18 more roles", leftOut)
}

// What a short form does not come to is said.
func TestExpectationsBeyondTheShortForm(t *testing.T) {
	sc := simtest.Parse(t, `
duration: 1m
short: 10s
machines: {has: {cpus: 4}}
frameworks: {name: f, tasks: {size: {cpus: 1}, keep: 1}}
expect: {figure: running, of: f, from: 30s, min: 1}
`)
	r, err := sim.Simulate(sc, sim.Options{Seed: 1, Short: true})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, WriteText(&out, []*results.Run{r}, nil))
	require.Contains(t, out.String(), "not looked at: running of f from 30s on, after the 10s that are simulated\n")
}

// Nobody's fair share is more than all that there is, however much waits and whatever the
// weights, though what siblings hold of several resources adds up to more.
func TestFairSharesAreOfOneCluster(t *testing.T) {
	r := simtest.Run(t, `
duration: 5m
machines: {has: {cpus: 10, mem: 10GB}}
roles: [{name: a, weight: 1e300}]
frameworks:
  - {name: a, tasks: {size: {cpus: 1}, every: 1s, batch: 10, duration: 1m}}
  - {name: b, tasks: {size: {mem: 1GB}, backlog: true, duration: 1m}}
`)
	require.InDelta(t, 1, simtest.Figure(t, r, results.Query{Figure: "fair", Of: "a"}), 0.02)
	require.InDelta(t, 1, simtest.Figure(t, r, results.Query{Figure: "fair", Of: "b"}), 0.02)
	require.Equal(t, "more than 1,000,000 %", percent(1e35))
	require.Equal(t, "138.2 %", percent(1.382))
}
