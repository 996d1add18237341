package results_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
)

// A framework starves within a role that has all that it is entitled to, while another
// framework of the role holds it.
func TestAFrameworkStarvesWithinItsRole(t *testing.T) {
	r := simtest.Run(t, `
duration: 5m
machines: {name: m, count: 1, has: {cpus: 10, mem: 10GB}}
frameworks:
  - {name: first, roles: team, tasks: {size: {cpus: 1}, keep: 10, max: 10, duration: 2m}}
  - {name: second, roles: team, start: 10s, tasks: {size: {cpus: 1}, keep: 5, duration: 10s}}
`)
	require.InDelta(t, 110, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team"}), 3)
	require.InDelta(t, 110, simtest.Figure(t, r, results.Query{Figure: "starvation"}), 3)
	require.Equal(t, "second in role team", r.Longest.Of)
	require.InDelta(t, 110, r.Longest.Seconds, 3)
}

// What a framework is entitled to is its part of the role among those that ask for
// something: nobody starves who has that.
func TestWhoHasItsPartOfTheRoleDoesNotStarve(t *testing.T) {
	r := simtest.Run(t, `
duration: 5m
machines: {name: m, count: 1, has: {cpus: 16, mem: 16GB}}
roles: {name: team, weight: 3}
frameworks:
  - {name: other, per_offer: 1, refuse: 0, tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
  - {name: a, roles: team, per_offer: 1, refuse: 0, tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
  - {name: b, roles: team, per_offer: 1, refuse: 0, tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
  - {name: idle, roles: team, tasks: {size: {cpus: 1}, every: 10m}}
  - {name: below, roles: team/below, per_offer: 1, refuse: 0, tasks: {size: {cpus: 1}, keep: 20, duration: forever}}
`)
	// Of sixteen cpus team has twelve, of which a and b have three each and what is below
	// has six.
	require.Equal(t, 6.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "team/below", From: 60e9}))
	require.Equal(t, 12.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "team", From: 60e9}))
	require.Zero(t, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team/below", From: 60e9}))
	require.Zero(t, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team", From: 60e9}))
}

// Frameworks that ask for nothing leave their part of the role to the others: who has less
// than that starves.
func TestWhoAsksForNothingHasNoPart(t *testing.T) {
	r := simtest.Run(t, `
duration: 2m
machines: {name: m, count: 1, has: {cpus: 10, mem: 10GB}}
frameworks:
  - {name: first, roles: team, tasks: {size: {cpus: 1}, keep: 6, duration: forever}}
  - {name: second, roles: team, start: 10s, tasks: {size: {cpus: 1}, keep: 6, duration: forever}}
  - {name: idle, roles: team, tasks: {size: {cpus: 1}, every: 10m}}
`)
	require.InDelta(t, 110, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team"}), 3, "second has four of ten, and half is its")
	require.Equal(t, "second in role team", r.Longest.Of)
}

// A framework starves in its role's part beside subroles, by their weights.
func TestAFrameworkStarvesBesideSubroles(t *testing.T) {
	text := `
duration: 2m
machines: {name: m, count: 1, has: {cpus: 12, mem: 12GB}}
roles: {name: team/below, weight: WEIGHT}
frameworks:
  - {name: own, roles: team, tasks: {size: {cpus: 1}, keep: 4, duration: forever}}
  - {name: more, roles: team, start: 10s, tasks: {size: {cpus: 1}, keep: 4, duration: forever}}
  - {name: below, roles: team/below, tasks: {size: {cpus: 1}, keep: 12, duration: forever}}
`
	// Own has 4 of 12 and more nothing: each is entitled to half of what team's frameworks
	// have beside team/below.
	r := simtest.Run(t, strings.ReplaceAll(text, "WEIGHT", "1"))
	require.InDelta(t, 110, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team"}), 3)
	require.Zero(t, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team/below", From: 60e9}))
	r = simtest.Run(t, strings.ReplaceAll(text, "WEIGHT", "3"))
	require.InDelta(t, 110, simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "team/below"}), 12, "it is entitled to nine and has eight")
}
