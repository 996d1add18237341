package sim_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// What is reserved goes to its role and those below it alone, who use it first.
func TestReservations(t *testing.T) {
	r := simtest.Run(t, `duration: 2m
machines: {count: 2, has: {cpus: 10}, reserved: {db: {cpus: 4}}}
frameworks:
  - {name: web, tasks: {size: {cpus: 1}, backlog: true, duration: 5s}}
  - {name: db, roles: db/main, start: 30s, tasks: {size: {cpus: 2}, keep: 4, most_per: {machine: 2}, duration: forever}}
`)
	early := simtest.Figure(t, r, results.Query{Figure: "running", Of: "web", From: 10 * time.Second, Until: 30 * time.Second})
	require.InDelta(t, 12, early, 0.5, "all but what is reserved")
	require.InDelta(t, 12, simtest.InLastHalf(t, r, "running", "web"), 0.5, "the others took what is theirs first")
	require.Equal(t, 4.0, simtest.InLastHalf(t, r, "running", "db"))
}

// A task uses a whole volume, and no more run than there are volumes.
func TestVolumes(t *testing.T) {
	r := simtest.Run(t, `duration: 1m
machines: {name: m, count: 3, has: {cpus: 10}, volumes: [{role: db, size: {disk: 100GB}, count: 2}, {role: web, size: {disk: 50GB}}]}
frameworks:
  - {name: db, tasks: {size: {cpus: 1}, volume: true, keep: 9, duration: forever}}
  - {name: other, tasks: {size: {cpus: 1, disk: 1GB}, keep: 2}}
`)
	require.InDelta(t, 6, simtest.InLastHalf(t, r, "running", "db"), 0.1)
	require.Zero(t, simtest.InLastHalf(t, r, "running", "other"), "the disks are volumes of others")
	require.InDelta(t, 600./750, simtest.InLastHalf(t, r, "utilisation", "disk"), 0.02)
}

// Revocable tasks use revocable resources alone, and those that began last are lost when an event
// leaves fewer. Others use none.
func TestRevocableResources(t *testing.T) {
	r := simtest.Run(t, `duration: 2m
machines: {name: m, count: 2, has: {cpus: 4}, revocable: {cpus: 6}}
frameworks:
  - {name: firm, capabilities: REVOCABLE_RESOURCES, tasks: {size: {cpus: 1}, backlog: true, duration: forever}}
  - {name: idle, capabilities: REVOCABLE_RESOURCES, tasks: {size: {cpus: 2}, revocable: true, keep: 10, duration: forever}}
events:
  - {at: 60s, revocable: {m: {cpus: 3}}}
`)
	before := simtest.Figure(t, r, results.Query{Figure: "running", Of: "idle", From: 10 * time.Second, Until: time.Minute})
	require.InDelta(t, 6, before, 0.1)
	require.Equal(t, 8.0, simtest.InLastHalf(t, r, "running", "firm"))
	require.Equal(t, 2.0, simtest.InLastHalf(t, r, "running", "idle"))
	require.Equal(t, 4.0, results.Value(r, "lost", "idle"))
	require.Equal(t, 8.0, simtest.InLastHalf(t, r, "waiting", "idle"))
}

func TestConstraints(t *testing.T) {
	r := simtest.Run(t, `duration: 1m
machines:
  - {name: "a-{1..2}", count: 2, has: {cpus: 4}, attributes: {zone: a, disk: ssd}}
  - {name: b, count: 3, has: {cpus: 4}, attributes: {zone: b}}
frameworks:
  - {name: ssd, constraints: {disk: "*"}, tasks: {size: {cpus: 1}, backlog: true, duration: forever}}
  - {name: other, constraints: [{zone: "!a"}], tasks: {size: {cpus: 1}, keep: 4, most_per: {machine: 1}, duration: 5s}}
  - {name: spread, constraints: [{machine: b-1}, {machine: b-2}, {zone: a, disk: "!*"}], tasks: {size: {cpus: 1}, keep: 7, most_per: {zone: 5, machine: 3}, duration: 5s}}
events:
  - {at: 30s, add: {name: c, has: {cpus: 4}, attributes: {zone: a, disk: hdd}}}
`)
	early := simtest.Figure(t, r, results.Query{Figure: "running", Of: "ssd", From: 10 * time.Second, Until: 30 * time.Second})
	require.Equal(t, 16.0, early)
	require.InDelta(t, 20, simtest.InLastHalf(t, r, "running", "ssd"), 1, "the machine that came, too")
	require.InDelta(t, 3, simtest.InLastHalf(t, r, "running", "other"), 0.5, "one on each machine")
	require.InDelta(t, 5, simtest.InLastHalf(t, r, "running", "spread"), 0.7, "of seven")
}

func TestErrorsOfWhatNotEverybodyMayHave(t *testing.T) {
	for _, c := range []struct{ machines, framework, want string }{
		{"has: {cpus: 4}, reserved: {f: {cpus: 5}}", "", "5 cpus for role \"f\" are more than the 4 that are left of what a machine has"},
		{"has: {cpus: 4}, reserved: {f//: {cpus: 5}}", "", "test.yaml:2:"},
		{"has: {cpus: 4}, reserved: {ff: {cpus: 1}}", "", "no framework is in role \"ff\", and it is not on the list of roles; did you mean \"f\"?"},
		{"has: {cpus: 4}, volumes: {role: f, size: {mem: 1GB}}", "", "a volume is of disk alone"},
		{"has: {cpus: 4}, volumes: {role: f, size: {disk: 1GB}, count: 0}", "", "count is from 1 to 1000"},
		{"has: {cpus: 4}, attributes: {group: a}", "", "each machine has its own \"group\""},
		{"has: {cpus: 4}, attributes: {zone: a}", "constraints: {zome: a}", "no machine has an attribute \"zome\"; did you mean \"zone\"?"},
		{"has: {cpus: 4}, attributes: {zone: east}", "constraints: {zone: eats}", "no machine has \"eats\" as its zone; did you mean \"east\"?"},
		{"has: {cpus: 4}", "tasks: {size: {cpus: 1}, revocable: true, keep: 1}", "the framework has not the capability REVOCABLE_RESOURCES"},
		{"has: {cpus: 4}", "tasks: {size: {cpus: 1}, volume: true, keep: 2, gang: 2}", "gangs use neither revocable resources nor volumes"},
		{"has: {cpus: 4}", "tasks: {size: {cpus: 1}, most_per: {machine: 0}, keep: 2}", "machine: 0 is not at least 1"},
	} {
		framework := c.framework
		if !strings.Contains(framework, "tasks:") {
			framework += ", tasks: {size: {cpus: 1}, keep: 1}"
		}
		sc, err := scenario.Parse("test.yaml", []byte("duration: 1m\nmachines: {"+c.machines+"}\nframeworks: {name: f, "+strings.TrimPrefix(framework, ", ")+"}\n"))
		if err == nil {
			_, err = sim.Simulate(sc, sim.Options{Seed: 1})
		}
		require.ErrorContains(t, err, c.want)
	}
}
