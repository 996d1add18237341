package sim_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
)

// Scenarios that are odd and make sense: all are simulated, written and looked at.
var odd = map[string]string{
	"no frameworks": "{duration: 10s, machines: {has: {cpus: 4}}, frameworks: []}",
	"no machines":   "{duration: 10s, machines: [], frameworks: {name: f, tasks: {size: {cpus: 1}, keep: 1}}}",
	"empty lists": `
duration: 10s
machines: {has: {cpus: 4}}
roles:
frameworks: {name: f, tasks: {size: {cpus: 1}, keep: 1}}
events:
expect:
`,
	"shorter than a sample":     "{duration: 1ms, machines: {has: {cpus: 1}}, frameworks: {name: f, tasks: {size: {cpus: 1}, keep: 1}}}",
	"longer than its intervals": "{duration: 30s, settings: {interval: 1h, sample: 1h}, machines: {has: {cpus: 4}}, frameworks: {name: f, tasks: {size: {cpus: 1}, keep: 1}}}",
	"quota beyond the cluster": `
duration: 30s
machines: {count: 2, has: {cpus: 4}}
roles: [{name: empty, guarantee: {cpus: 1000, gpus: 3}, limit: {cpus: 2000}}, {name: f, guarantee: {cpus: 100}}, {name: none, limit: {cpus: 0}}]
frameworks: [{name: "{f,none}", tasks: {size: {cpus: 1}, backlog: true, duration: 5s}}]
`,
	"weights beyond sense": `
duration: 30s
machines: {has: {cpus: 4}}
roles: [{name: f, weight: 1e-300}, {name: g, weight: 1e300}]
frameworks: [{name: "{f,g}", tasks: {size: {cpus: 1}, backlog: true, duration: 5s}}]
`,
	"huge machines": "{duration: 10s, machines: {count: 50, has: {cpus: 1e9, mem: 1e6TB}}, frameworks: {name: f, tasks: {size: {cpus: 0.001}, keep: 100, duration: 1ms}}}",
	"everything at once": `
duration: 60s
machines: {name: m, count: 4, has: {cpus: 4, mem: 4GB}}
roles: [{name: f, weight: 1}]
frameworks:
  - {name: f, tasks: {size: {cpus: 1}, backlog: true, duration: 5s}}
  - {name: g, start: 60s, tasks: {size: {cpus: 1}, backlog: true, duration: 5s}}
  - {name: h, tasks: {size: {cpus: 1}, keep: 3, duration: 5s}}
events:
  - {at: 0s, weight: {f: 2}, quota: {name: f, guarantee: {cpus: 100}}, policy: {/: hdrf}}
  - {at: 0s, start: h}
  - {at: 0s, stop: h}
  - {at: 0s, fail: m, for: 1s}
  - {at: 5s, maintenance: m, notice: 10s, for: 0s}
  - {at: 10s, fail: m, for: 1s}
  - {at: 10s, maintenance: m, for: 2s}
  - {at: 10s, add: {name: n, count: 2, has: {cpus: 4}}}
  - {at: 10s, policy: {/: random}, start: h}
  - {at: 20s, policy: {/: ranked, f: asset}, fail: n, for: 0s}
  - {at: 30s, policy: {/: "decayed:half_life=10s", new/role: random}, stop: [f, h], weight: {newer: 3}}
  - {at: 40s, policy: {f: ""}, start: [f, h]}
  - {at: 45s, policy: {/: "max_min:resource=mem"}, quota: {name: f}}
  - {at: 60s, fail: [m, n], stop: f, weight: {f: 3}}
`,
	"gangs that fail": `
duration: 5m
settings: {offer_timeout: 5s}
machines: {name: "m{1..3}", count: 2, has: {cpus: 4}}
frameworks: [{name: "f{1..3}", patience: 3s, tasks: {size: {cpus: 2}, keep: 4, gang: 4, duration: 7s}}]
events: [{at: 10s, fail: m1, for: 5s}, {at: 20s, fail: [m1, m2], for: 5s}, {at: 60s, stop: f1, fail: m3}]
`,
	"tails without end": `
duration: 1h
machines: {has: {cpus: 4}}
frameworks:
  - name: f
    hold: {pareto: {min: 1ms, alpha: 0.1}}
    refuse: forever
    tasks: {size: {cpus: {pareto: {min: 0.001, alpha: 0.1}}}, every: {pareto: {min: 1ms, alpha: 0.1}}, duration: {pareto: {min: 1ms, alpha: 0.1}}}
`,
}

func TestOddScenarios(t *testing.T) {
	for name, text := range odd {
		t.Run(name, func(t *testing.T) {
			sc := simtest.Parse(t, text)
			sim.RunChecked(t, sc, 1, 10*time.Minute)
			r := simtest.Simulate(t, sc, 1)
			_, err := json.Marshal(results.AllFigures(r))
			require.NoError(t, err)
			require.False(t, math.IsNaN(results.Value(r, "running", "")), "where it ends is seen")
			if f := results.Value(r, "fragmentation", ""); !math.IsNaN(f) {
				require.True(t, f >= -1e-6 && f <= 1, f)
			}
			require.NoError(t, present.WritePage(r, t.TempDir(), nil))
		})
	}
}

// A run that ends between two samples has one at its end.
func TestTheEndIsSeen(t *testing.T) {
	r := simtest.Run(t, "{duration: 2500ms, machines: {has: {cpus: 4}}, frameworks: {name: f, tasks: {size: {cpus: 1}, every: 2400ms}}}")
	require.Len(t, r.Times, 3)
	require.Equal(t, 1.0, results.Value(r, "started", "")+results.Value(r, "waiting", "")*3)
}

// All of a gang waits again when one of it is lost, and what is left of it ends.
func TestGangsRestartTogether(t *testing.T) {
	text := `
duration: 1m
machines: {name: "m{1..4}", has: {cpus: 1}}
frameworks: [{name: gang, restart: RESTART, tasks: {size: {cpus: 1}, gang: 4, every: 1s, max: 4, duration: forever}}]
events: [{at: 10s, fail: m3, for: 20s}]
`
	r := simtest.Run(t, replace(text, "RESTART", "true"))
	require.Equal(t, 4.0, simtest.Figure(t, r, results.Query{Figure: "lost"}), "three had to end")
	require.Equal(t, 0.0, simtest.Figure(t, r, results.Query{Figure: "running", From: 10 * time.Second, Until: 29 * time.Second}))
	require.Equal(t, 4.0, simtest.Figure(t, r, results.Query{Figure: "waiting", From: 10 * time.Second, Until: 29 * time.Second}))
	require.Equal(t, 4.0, simtest.Figure(t, r, results.Query{Figure: "running", From: 40 * time.Second}))
	r = simtest.Run(t, replace(text, "RESTART", "false"))
	require.Equal(t, 1.0, simtest.Figure(t, r, results.Query{Figure: "lost"}))
	require.Equal(t, 3.0, simtest.Figure(t, r, results.Query{Figure: "running", From: 40 * time.Second}))
}

// What waits may need more than can be counted: an error, before sums are wrong.
func TestTooMuchIsWaitedFor(t *testing.T) {
	sc := simtest.Parse(t, "{duration: 1h, machines: {has: {cpus: 1e12}}, frameworks: {name: f, tasks: {size: {cpus: 1e12}, every: 1s, batch: 1000}}}")
	_, err := sim.Simulate(sc, sim.Options{Seed: 1})
	require.ErrorContains(t, err, "test.yaml:1:83: the tasks that wait after 5s need more than 4611686018427387.903 cpus")
}

// Shares are kept as small numbers, of which 0.3 is more than 3 / 10.
func TestBoundsThatAreMet(t *testing.T) {
	r := simtest.Run(t, `
duration: 10s
machines: {has: {cpus: 10}}
frameworks: {name: f, suppress: true, tasks: {size: {cpus: 1}, keep: 3, duration: forever}}
expect: [{figure: share, of: f, max: 0.3}, {figure: share, of: f, max: 0.2999}, {figure: share, of: f, min: 0.3, from: 2s}, {figure: share, of: f, min: 0.3001}]
`)
	outcomes, err := results.Expectations(r)
	require.NoError(t, err)
	for i, met := range []bool{true, false, true, false} {
		require.Equal(t, met, outcomes[i].Met, outcomes[i])
	}
}

// Tasks that fit on no machine are named, so that nobody wonders why nothing runs.
func TestTasksThatFitNowhere(t *testing.T) {
	r := simtest.Run(t, `
duration: 10s
machines: [{name: small, count: 3, has: {cpus: 4}}, {name: large, has: {cpus: 16}}]
frameworks:
  - {name: a, tasks: [{size: {cpus: 1, mem: 1}, keep: 5}, {size: {cpus: 1}, keep: 2}]}
  - {name: b, machines: small, tasks: {size: {cpus: 8}, keep: 6, gang: 3}}
  - {name: c, tasks: {size: {cpus: 16}, keep: 3}}
`)
	facts := present.Facts(r)
	require.Equal(t, "fit nowhere", facts[len(facts)-1].Name)
	require.Equal(t, "11 of the tasks that wait: more of something than any machine has, such as 1 cpus, 1 mem of a", facts[len(facts)-1].Value)
}

// What an event brings about begins at its time: it is not in what is before, and in all
// that is from then on.
func TestFiguresBetweenEvents(t *testing.T) {
	r := simtest.Run(t, `
duration: 30s
machines: {name: "m{1..2}", count: 2, has: {cpus: 4}}
frameworks: {name: f, suppress: true, tasks: {size: {cpus: 4}, keep: 4, duration: forever}}
events: {at: 10s, fail: m2, for: 10s}
`)
	for _, x := range []struct {
		from, until time.Duration
		running     float64
	}{{1e9, 10e9, 4}, {10e9, 20e9, 2}, {20e9, 30e9, 4}, {20e9, 0, 4}, {20e9, 1e12, 4}} {
		require.Equal(t, x.running, simtest.Figure(t, r, results.Query{Figure: "running", From: x.from, Until: x.until}), x)
	}
	require.Equal(t, 2.0, simtest.Figure(t, r, results.Query{Figure: "lost", From: 5e9, Until: 10e9}), "counts are up to and with until")
	require.Equal(t, 0.0, simtest.Figure(t, r, results.Query{Figure: "lost", From: 10e9}))
	require.Equal(t, 6.0, simtest.Figure(t, r, results.Query{Figure: "started"}))
	require.True(t, math.IsNaN(simtest.Figure(t, r, results.Query{Figure: "running", From: 2100e6, Until: 2900e6})), "there is no sample")
}

// Who starves is looked at within the span that is asked about.
func TestStarvationWithinASpan(t *testing.T) {
	r := simtest.Run(t, `
duration: 5m
machines: {name: m, count: 1, has: {cpus: 10, mem: 10GB}}
roles: [{name: p}, {name: q}]
frameworks:
  - {name: p, roles: p, tasks: {size: {cpus: 1}, keep: 10, max: 10, duration: 2m}}
  - {name: q, roles: q, tasks: {size: {cpus: 1}, keep: 5, duration: 10s}}
events:
  - {at: 10s, start: q}
`)
	starvation := func(from, until time.Duration) float64 {
		v := simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "q", From: from, Until: until})
		return v
	}
	require.InDelta(t, 110, starvation(0, 0), 3)
	require.InDelta(t, 20, starvation(0, 30*time.Second), 3)
	require.InDelta(t, 60, starvation(time.Minute, 0), 3)
	require.Zero(t, starvation(3*time.Minute, 0))
	of := simtest.Figure(t, r, results.Query{Figure: "starvation", Of: "p"})
	require.Zero(t, of)
}

// Machines and frameworks have any names, those that no id may have, too.
func TestNamesThatAreNoIDs(t *testing.T) {
	long := strings.Repeat("x", 300)
	r := simtest.RunBeside(t, `duration: 1m
machines: [{name: "rack/1", count: 2, has: {cpus: 2}}, {name: list, file: nodes.csv}]
running: {file: running.csv}
frameworks:
  - {name: "a/b", roles: ab, tasks: {size: {cpus: 1}, keep: 3, duration: forever}}
  - {name: "a%2Fb", roles: ab, tasks: {size: {cpus: 1}, keep: 3, duration: forever}}
`, map[string]string{
		"nodes.csv":   "name,cpus\n\"top, left\",1\n..,1\n\"a\\b\",1\n" + long + "1,1\n" + long + "2,1\n\"<b>\"\"&\",1\n",
		"running.csv": "framework,machine,cpus\na/b,..,1\na/b,rack/1-2,1\na/b,\"top, left\",1\n",
	})
	require.Equal(t, 8, r.Machines)
	require.Equal(t, 6.0, results.Value(r, "running", "ab"))
	require.Equal(t, 3.0, results.Value(r, "started", "ab"))
}

// Shares leave out what the settings exclude, as the allocator's do.
func TestSharesLeaveOutWhatIsExcluded(t *testing.T) {
	text := `
duration: 1m
settings: {fairness_exclude: [EXCLUDED]}
machines: {has: {cpus: 10, mem: 10GB}}
frameworks: {name: a, tasks: {size: {cpus: 2, mem: 8GB}, keep: 1, duration: forever}}
`
	share := func(excluded string) float64 {
		return simtest.Figure(t, simtest.Run(t, replace(text, "EXCLUDED", excluded)), results.Query{Figure: "share", Of: "a", From: 10e9})
	}
	require.InDelta(t, 0.8, share(""), 1e-6)
	require.InDelta(t, 0.2, share("mem"), 1e-6)
	require.Zero(t, share("mem, cpus"))
	sc := simtest.Parse(t, replace(text, "EXCLUDED", "men"))
	_, err := sim.Simulate(sc, sim.Options{Seed: 1})
	require.ErrorContains(t, err, `test.yaml:3:30: there is no resource "men"; did you mean "mem"?`)
}
