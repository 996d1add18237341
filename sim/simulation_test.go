package sim_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
)

// everything has all that scenarios know.
const everything = `
duration: 20m
settings: {gather: 100ms, offer_timeout: 20s, shape: {cpus: 4}, nested_quota: true}
machines:
  - {name: "rack-{1..3}", count: 6, has: {cpus: 16, mem: 64GB}}
  - {name: gpu, shapes: openb, count: 10}
roles:
  - {name: prod, guarantee: {cpus: 40}}
  - {name: prod/web, weight: 2, limit: {cpus: 60}}
frameworks:
  - name: web
    roles: [prod/web, spare]
    suppress: true
    tasks:
      - {size: {cpus: 2, mem: 4GB}, keep: 12, duration: forever}
      - {size: {cpus: {uniform: [0.5, 3]}}, every: {exponential: 5s}, batch: {values: [1, 4]}, duration: {pareto: {min: 5s, alpha: 1.2}, max: 5m}, until: 10m}
  - name: batch
    count: 4
    roles: ["batch/{a,b}"]
    start: 30s
    hold: {log_normal: {median: 1s, sigma: 2}}
    refuse: {idle: 1m, unfit: 10s, rest: 0}
    revive: true
    per_offer: 3
    tasks: {size: {cpus: 1, mem: {exponential: 2GB}}, backlog: true, duration: {exponential: 40s}}
  - name: mpi
    stop: 15m
    patience: 10s
    machines: [rack-1, rack-2, late]
    tasks:
      - {size: {cpus: 4}, gang: 8, every: 1m, duration: 90s}
      - {size: {cpus: 1}, keep: 3, duration: 10s}
  - name: learn
    capabilities: GPU_RESOURCES
    minimum: {gpus: 1}
    tasks: {shapes: openb, keep: 20, max: 400, duration: {uniform: [10s, 60s]}}
  - {name: late, tasks: {size: {cpus: 1}, keep: 10}}
events:
  - {at: 3m, fail: rack-1, for: 2m}
  - {at: 4m, weight: {batch: 3, prod: 0.5}}
  - {at: 6m, maintenance: rack-2, notice: 1m, for: 3m}
  - {at: 7m, quota: [{name: prod, guarantee: {cpus: 10}}, {name: batch, limit: {cpus: 100, mem: 200GB}}]}
  - {at: 8m, start: late, add: {name: late, count: 5, has: {cpus: 32, mem: 32GB, disk: 1TB}}}
  - {at: 12m, stop: batch}
  - {at: 16m, start: batch}
`

func TestTheSameSeedGivesTheSameRun(t *testing.T) {
	first, again := simtest.Run(t, everything), simtest.Run(t, everything)
	require.Equal(t, results.AllFigures(first), results.AllFigures(again))
	require.Equal(t, first.Roles, again.Roles)
	require.Equal(t, fmt.Sprint(first.Starts), fmt.Sprint(again.Starts)) // some are no numbers
	require.Len(t, first.Marks, 9)
	texts := fmt.Sprint(first.Marks)
	require.Contains(t, texts, "{300000000000 rack-1 back}")
	require.Contains(t, texts, "{540000000000 rack-2 back}")

	sc := simtest.Parse(t, everything)
	other := simtest.Simulate(t, sc, 2)
	require.NotEqual(t, results.AllFigures(first), results.AllFigures(other))
}

// What the simulation believes of every machine is what the allocator knows, at
// every sample of a run with everything in it.
func TestTheBooksAgreeWithTheCore(t *testing.T) {
	sim.RunChecked(t, simtest.Parse(t, everything), 1, 30*time.Second)
}

// The DRF paper's cluster: A gets three tasks, B two.
func TestTheDRFPapersExample(t *testing.T) {
	r := simtest.Run(t, `
duration: 1m
machines: {has: {cpus: 9, mem: 18GB}}
frameworks:
  - {name: A, per_offer: 1, refuse: 0, tasks: {size: {cpus: 1, mem: 4GB}, backlog: true, duration: forever}}
  - {name: B, per_offer: 1, refuse: 0, tasks: {size: {cpus: 3, mem: 1GB}, backlog: true, duration: forever}}
`)
	require.Equal(t, 3.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "A", From: 30e9}))
	require.Equal(t, 2.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "B", From: 30e9}))
	require.InDelta(t, 2.0/3, simtest.Figure(t, r, results.Query{Figure: "share", Of: "A", From: 30e9}), 1e-6)
}

// One task at a time on a machine that fits one: waits are what they are by hand.
func TestWaits(t *testing.T) {
	r := simtest.Run(t, `
duration: 100s
machines: {has: {cpus: 1, mem: 1GB}}
frameworks:
  - {name: a, suppress: true, tasks: {size: {cpus: 1}, every: 10s, batch: 2, max: 4, duration: 30s}}
`)
	// Two arrive at 10 s, two at 20 s. They run from 10, 40, 70 and, as the run ends
	// at 100 s, from then on: after 0, 30, 50 and 80 s.
	require.Equal(t, 4.0, simtest.Figure(t, r, results.Query{Figure: "started"}))
	require.Equal(t, 40.0, simtest.Figure(t, r, results.Query{Figure: "wait_p50"}))
	require.InDelta(t, 79.1, simtest.Figure(t, r, results.Query{Figure: "wait_p99"}), 1e-6, "between 50 and 80")
	require.InDelta(t, 1+40.0/30, simtest.Figure(t, r, results.Query{Figure: "slowdown_p50"}), 1e-6)
	require.Equal(t, 1.0, simtest.Figure(t, r, results.Query{Figure: "utilisation", Of: "cpus", From: 10e9}))
}

func TestGangsStartTogether(t *testing.T) {
	r := simtest.Run(t, `
duration: 2m
machines: {count: 4, has: {cpus: 2, mem: 2GB}}
frameworks:
  - {name: gang, patience: 1h, tasks: {size: {cpus: 1}, gang: 8, every: 10s, max: 8, duration: forever}}
  - {name: small, stop: 1m, tasks: {size: {cpus: 1}, keep: 1, duration: forever}}
`)
	require.Equal(t, 0.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "gang", Until: 59e9}))
	require.Equal(t, 8.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "gang", From: 63e9}))
	require.Greater(t, simtest.Figure(t, r, results.Query{Figure: "share", Of: "gang", Until: 59e9}), 0.6, "it holds what it is offered")
}

func TestOffersThatAreHeldAreTakenBack(t *testing.T) {
	held := `
duration: 2m
settings: {offer_timeout: TIMEOUT}
machines: {count: 4, has: {cpus: 2, mem: 2GB}}
frameworks:
  - {name: hoarder, hold: 30s, tasks: {size: {cpus: 1}, keep: 1, duration: 1s}}
  - {name: other, start: 1s, tasks: {size: {cpus: 1}, backlog: true, duration: 5s}}
`
	without := simtest.Run(t, replace(held, "TIMEOUT", "forever"))
	require.Zero(t, simtest.Figure(t, without, results.Query{Figure: "rescinded"}))
	require.Less(t, simtest.Figure(t, without, results.Query{Figure: "utilisation", Of: "cpus"}), 0.6)
	with := simtest.Run(t, replace(held, "TIMEOUT", "2s"))
	require.Greater(t, simtest.Figure(t, with, results.Query{Figure: "rescinded"}), 10.0)
	require.Zero(t, simtest.Figure(t, with, results.Query{Figure: "started", Of: "hoarder"}))
	require.Greater(t, simtest.Figure(t, with, results.Query{Figure: "running", Of: "other"}), simtest.Figure(t, without, results.Query{Figure: "running", Of: "other"}))
}

func TestRacksFailAndComeBack(t *testing.T) {
	r := simtest.Run(t, `
duration: 10m
machines: {name: "rack-{1..2}", count: 2, has: {cpus: 2, mem: 2GB}}
frameworks:
  - {name: service, tasks: {size: {cpus: 1}, keep: 4, duration: forever}}
  - {name: fragile, restart: false, tasks: {size: {cpus: 1}, keep: 4, max: 4, duration: forever}}
events:
  - {at: 2m, fail: [rack-1, rack-2], for: 1m}
`)
	require.Equal(t, 8.0, simtest.Figure(t, r, results.Query{Figure: "running", From: 10e9, Until: 119e9}))
	require.Equal(t, 0.0, simtest.Figure(t, r, results.Query{Figure: "running", From: 120e9, Until: 179e9}))
	require.Equal(t, 4.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "service", From: 190e9}))
	require.Equal(t, 0.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "fragile", From: 190e9}))
	require.Equal(t, 8.0, simtest.Figure(t, r, results.Query{Figure: "lost"}))
	require.InDelta(t, 60, simtest.Figure(t, r, results.Query{Figure: "wait_p99", Of: "service", From: 150e9}), 6)
}

func TestQuotaIsKept(t *testing.T) {
	r := simtest.Run(t, `
duration: 10m
machines: {count: 10, has: {cpus: 4, mem: 4GB}}
roles:
  - {name: prod, guarantee: {cpus: 20}}
  - {name: batch, limit: {cpus: 8}}
frameworks:
  - {name: batch, refuse: 0, tasks: {size: {cpus: 1}, backlog: true, duration: 5m}}
  - {name: prod, start: 3m, tasks: {size: {cpus: 4}, keep: 5, duration: forever}}
  - {name: rest, refuse: 0, tasks: {size: {cpus: 1}, backlog: true, duration: 5m}}
`)
	require.Equal(t, 8.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "batch", From: 10e9, Until: 200e9}))
	require.Equal(t, 12.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "rest", From: 10e9, Until: 200e9}))
	require.Equal(t, 5.0, simtest.Figure(t, r, results.Query{Figure: "running", Of: "prod", From: 185e9}))
}

// Policies of parts of the tree, ranks, and a policy that an event sets.
func TestPolicies(t *testing.T) {
	r := simtest.Run(t, `
duration: 20m
machines: {count: 8, has: {cpus: 4, mem: 4GB}}
roles:
  - {name: batch, policy: ranked}
  - {name: batch/first, rank: -1}
frameworks:
  - {name: first, roles: batch/first, tasks: {size: {cpus: 1}, backlog: true, duration: {uniform: [10s, 20s]}}}
  - {name: second, roles: batch/second, tasks: {size: {cpus: 1}, backlog: true, duration: {uniform: [10s, 20s]}}}
  - {name: a, rank: 2, tasks: {size: {cpus: 1}, keep: 100, duration: {uniform: [10s, 20s]}}}
events: {at: 10m, policy: {/: drf, batch: drf}}
`)
	running := func(of string, from, until time.Duration) float64 {
		return simtest.Figure(t, r, results.Query{Figure: "running", Of: of, From: from, Until: until})
	}
	require.Greater(t, running("batch/first", time.Minute, 10*time.Minute), 5*running("batch/second", time.Minute, 10*time.Minute))
	require.InDelta(t, 16, running("a", time.Minute, 10*time.Minute), 2, "the top level is under DRF")
	require.InDelta(t, running("batch/first", 12*time.Minute, 20*time.Minute), running("batch/second", 12*time.Minute, 20*time.Minute), 2)
}

// Tasks' arrivals, sizes and durations do not depend on the policy.
func TestRunsArePaired(t *testing.T) {
	text := `
duration: 10m
settings: {policy: POLICY}
machines: {count: 10, has: {cpus: 4, mem: 4GB}}
frameworks: {name: a, count: 3, tasks: {size: {cpus: {uniform: [0.1, 1]}}, every: {exponential: 2s}, duration: {exponential: 10s}}}
`
	drf, random := simtest.Run(t, replace(text, "POLICY", "drf")), simtest.Run(t, replace(text, "POLICY", "random"))
	require.Equal(t, len(drf.Starts)+len(drf.Waits), len(random.Starts)+len(random.Waits))
	require.NotEqual(t, fmt.Sprint(drf.Starts), fmt.Sprint(random.Starts))
}

func TestErrorsOfARun(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"too many resources": {`
duration: 1m
machines: {has: {a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1}}
frameworks: {name: a, tasks: {size: {cpus: 1}, backlog: true}}`, "test.yaml:3:17: here and below there are more than 8 resources"},
		"no file": {`
duration: 1m
machines: {file: nowhere.csv}
frameworks: {name: a, tasks: {size: {cpus: 1}, backlog: true}}`, "test.yaml:3:18: open nowhere.csv"},
	} {
		sc := simtest.Parse(t, c.text)
		_, err := sim.Simulate(sc, sim.Options{Seed: 1})
		require.ErrorContains(t, err, c.want, name)
	}
}

func replace(text, from, to string) string { return strings.ReplaceAll(text, from, to) }

// The distance from fair is the largest when the second one comes.
func TestTheWorstMoment(t *testing.T) {
	r := simtest.Run(t, `
duration: 10m
machines: {has: {cpus: 10, mem: 10GB}}
frameworks:
  - {name: a, tasks: {size: {cpus: 1}, backlog: true, duration: {uniform: [10s, 20s]}}}
  - {name: b, start: 5m, tasks: {size: {cpus: 1}, backlog: true, duration: {uniform: [10s, 20s]}}}
`)
	require.InDelta(t, 301, simtest.Figure(t, r, results.Query{Figure: "distance_worst_at"}), 3)
	require.InDelta(t, 0.5, simtest.Figure(t, r, results.Query{Figure: "distance_worst"}), 0.11)
	require.Less(t, simtest.Figure(t, r, results.Query{Figure: "distance", Until: 5 * time.Minute}), 0.01)
}
