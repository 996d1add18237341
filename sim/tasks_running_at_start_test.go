package sim

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
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
	sc, err := in(t, resumed, map[string]string{"running.csv": `framework,machine,role,count,cpus,mem,left
web,m-1,,1,4,0,forever
web,m-2,y,2,2,0,30
batch,m-2,,4,1,0,
`})
	require.NoError(t, err)
	s, err := prepare(sc, 1, false)
	require.NoError(t, err)
	s.end = alloc.Time(1500 * time.Millisecond)
	require.NoError(t, s.run(func(time.Duration) {}))
	require.Equal(t, []int{1, 2, 8}, []int{s.roles[0].running, s.roles[1].running, s.roles[2].running})
	s.checkMachines(t)
	s.checkRoles(t)

	r, err := Simulate(sc, Options{Seed: 1})
	require.NoError(t, err)
	require.Equal(t, 1.0, figure(t, r, Query{Figure: "running", Of: "x", From: 20 * time.Second, Until: 25 * time.Second}))
	require.Equal(t, 2.0, figure(t, r, Query{Figure: "running", Of: "y", Until: 29 * time.Second}))
	require.Equal(t, 0.0, figure(t, r, Query{Figure: "running", Of: "y", From: 31 * time.Second, Until: 60 * time.Second}))
	require.Equal(t, 1.0, r.value("started", "x"), "the one that is kept has been there")
	require.Greater(t, r.value("utilisation", "cpus"), 0.9)
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
		sc, err := in(t, resumed, map[string]string{"running.csv": content})
		require.NoError(t, err)
		_, err = Simulate(sc, Options{Seed: 1})
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "test.yaml:3:17: ")
	}
	sc, err := in(t, "duration: 1s\nmachines: {has: {cpus: 1}}\nrunning: {file: none.csv}\nframeworks: {name: f, start: 1s, tasks: {size: {cpus: 1}, keep: 1}}", map[string]string{"none.csv": "framework,machine,cpus\nf,machines-1,1\n"})
	require.NoError(t, err)
	_, err = Simulate(sc, Options{Seed: 1})
	require.ErrorContains(t, err, `the framework "f" comes later`)
}
