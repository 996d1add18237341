package sim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// A maker makes up scenarios.
type maker struct {
	*rand.Rand
	out strings.Builder
}

func (m *maker) pick(list ...string) string { return list[m.IntN(len(list))] }

func (m *maker) add(format string, arguments ...any) { fmt.Fprintf(&m.out, format, arguments...) }

func (m *maker) times() string {
	return m.pick("1s", "7s", "40s", "{exponential: 10s}", "{uniform: [1s, 30s]}", "{pareto: {min: 1s, alpha: 1.1}, max: 10m}", "{values: [500ms, 20s]}")
}

func (m *maker) amount() string {
	return m.pick("1", "2", "0.25", "{uniform: [0.1, 4]}", "{log_normal: {median: 1, sigma: 1}}")
}

func (m *maker) tasks() {
	arrivals := m.pick("backlog: true", "keep: 4", "keep: 12, gang: 4", "every: "+m.times(), "every: "+m.times()+", batch: {values: [0, 3]}", "every: 20s, gang: 3", "keep: 6, max: 20", "every: 3s, by_hour: ["+strings.Repeat("2, ", 23)+"0], by_day: [1, 1, 0, 1, 1, 1, 1]",
		"backlog: true, fails: 0.3", "keep: 5, volume: true", "backlog: true, revocable: true", "keep: 4, revocable: true, most_per: {zone: 2}", "backlog: true, most_per: {machine: 1, group: 2}", "every: "+m.times()+", until: 1m")
	m.add("      - {size: {cpus: %s, mem: %s}, %s, duration: %s}\n", m.amount(), m.pick("64", "512MB", "{exponential: 256}"), arrivals, m.pick("forever", m.times()))
}

func (m *maker) scenario() string {
	m.add("duration: 4m\nsettings: {policy: %s, interval: %s, gather: %s, offer_timeout: %s, minimum: %s, nested_quota: true}\nlending: {grace: %s, least: %s}\n",
		m.pick("drf", "random", "asset", "ranked", "hdrf", "\"decayed:half_life=1m\"", "\"max_min:resource=mem\""), m.pick("1s", "700ms", "3s"), m.pick("0s", "250ms", "2s"), m.pick("forever", "3s", "500ms"), m.pick("[]", "{cpus: 0.5}", "[{cpus: 0.01}, {mem: 32}]"),
		m.pick("0s", "5s", "30s"), m.pick("0s", "20s"))
	m.add("machines:\n  - {name: \"rack-{1..2}\", count: %d, has: {cpus: %d, mem: 4GB}%s%s}\n", 1+m.IntN(3), 1+m.IntN(12),
		m.pick("", ", fails: {exponential: 1m}, repair: 20s"), m.pick("", ", attributes: {zone: a}, reserved: {r1: {cpus: 1, mem: 100}, r2: {mem: 1GB}}"))
	m.add("  - {name: rack-3, count: %d, has: {cpus: %d, mem: 4GB}, attributes: {zone: b, disk: ssd}%s%s}\n", 1+m.IntN(3), 1+m.IntN(12),
		m.pick("", ", volumes: [{role: r1, size: {disk: 100}, count: 2}, {role: r2, size: {disk: 50}}]"), m.pick("", ", revocable: {cpus: 2, mem: 2GB}", ", revocable: {cpus: 3, mem: 2GB}, reserved: {r1/a: {cpus: 1}}"))
	m.add("roles:\n  - {name: r1, weight: %s, policy: %s, rank: 3}\n  - {name: r1/a, guarantee: {cpus: %d}, limit: %s, lending: {guarantee: %v}}\n  - {name: r2, guarantee: {cpus: %d}, limit: {cpus: 12, mem: 3GB}, lending: {guarantee: %v, reservations: %v}}\n", m.pick("1", "2.5", "1e300", "1e-300"), m.pick("drf", "random", "hdrf"),
		m.IntN(3), m.pick("{}", "{cpus: 3}"), m.IntN(2) == 0, m.IntN(10),
		m.IntN(2) == 0, m.IntN(2) == 0)
	m.add("frameworks:\n")
	for i := range 1 + m.IntN(4) {
		m.add("  - name: f%d\n    count: %d\n    roles: %s\n    start: %s\n    stop: %s\n    hold: %s\n    refuse: %s\n    suppress: %v\n    revive: %v\n    per_offer: %d\n    restart: %v\n    patience: %s\n    machines: %s\n    constraints: %s\n    rank: %d\n    recalled: %s\n    loan_cost: %s\n    capabilities: [REVOCABLE_RESOURCES, GPU_RESOURCES]\n    tasks:\n",
			i, 1+m.IntN(2), m.pick("r1", "r1/a", "r2", "[r1/a, r2, r3]", "\"r1/{a,b}\""), m.pick("0s", "10s"), m.pick("forever", "2m"),
			m.pick("0s", m.times()), m.pick("0", "5s", "1m", "{idle: 1h, unfit: 0, rest: 3s}"), m.IntN(2) == 0, m.IntN(2) == 0, m.IntN(3), m.IntN(2) == 0, m.pick("2s", "1m"), m.pick("[]", "rack-1", "[rack-2, rack-3]"),
			m.pick("[]", "{zone: b}", "[{zone: \"!b\"}, {disk: \"*\", group: rack-3}]", "{disk: \"!*\"}", "{machine: rack-1-1}"), m.IntN(3), m.pick("at_once", "gradually", "at_deadline", "never"), m.pick("none", "age"))
		for range 1 + m.IntN(2) {
			m.tasks()
		}
	}
	m.add("events:\n")
	for i := range 1 + m.IntN(6) {
		m.add("  - {at: %ds, %s}\n", m.IntN(240), m.pick("fail: rack-1, for: 30s", "fail: [rack-1, rack-2, rack-3]", "fail: [rack-2, rack-3], for: 10s",
			"maintenance: rack-2, notice: 20s, for: 20s", "stop: f0", "weight: {r1: 3, r2: 0.1}", "quota: {name: r2, guarantee: {mem: 1GB}}", "policy: {/: random, r1: drf}", "rank: {r1: 1, r2: 7}",
			"lending: {r2: {guarantee: true, most: {cpus: 3}}, r1: {reservations: true}}", "lending: {r2: {}}", "lending: {r1: {guarantee: true, most_recalled: {cpus: 1.5}}, r2: {most_recalled: {mem: 1GB}}}", "borrowing: {r2: {most: {cpus: 2}}, r1: {}}", "revocable: {rack-3: {cpus: 0.5}}", "revocable: {rack-1: {cpus: 2, mem: 1GB}, rack-3: {}}", fmt.Sprintf("add: {name: late%d, count: 2, has: {cpus: 3, mem: 1GB}, reserved: {r2: {cpus: 1}}, revocable: {cpus: 1}}", i)))
	}
	return m.out.String()
}

// Whatever is put together, a run ends, its books agree with the core's, and no figure
// is out of its range.
func TestScenariosThatAreMadeUp(t *testing.T) {
	for seed := range uint64(150) {
		m := maker{Rand: rand.New(rand.NewPCG(seed, 17))}
		text := m.scenario()
		sc, err := scenario.Parse("made-up.yaml", []byte(text))
		require.NoError(t, err, text)
		sim.RunChecked(t, sc, int64(seed), time.Minute)
		r := simtest.Simulate(t, sc, int64(seed))
		for name, v := range results.AllFigures(r) {
			switch figure, of, _ := strings.Cut(name, " of "); figure {
			case "jain", "utilisation", "fragmentation", "work_lost":
				require.True(t, v >= -1e-6 && v <= 1+1e-6, "%s is %v\n%s", name, v, text)
			case "fair":
				require.LessOrEqual(t, v, max(1, results.Value(r, "share_most", of))+1e-6, "%s\n%s", name, text)
			default:
				require.GreaterOrEqual(t, v, 0.0, "%s\n%s", name, text)
			}
		}
		require.NoError(t, present.Page(r, nil).Check())
	}
}
