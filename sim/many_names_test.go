package sim_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/scenario"
)

// busy is how long the process has computed.
func busy(t *testing.T) time.Duration {
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano())
}

// Names are looked for in time that goes with how many there are, and not with their square, which would be minutes here.
func TestManyNamesTakeTimeInProportion(t *testing.T) {
	begun := busy(t)
	sc, err := scenario.Parse("names.yaml", []byte(`
duration: 3s
machines: {name: "m{1..10000}", has: {cpus: 4}}
frameworks:
  - {name: "f{1..10000}", machines: m1, suppress: true, tasks: {size: {cpus: 1}, keep: 1, duration: 1s}}
  - {name: all, machines: "m{1..10000}", tasks: {size: {cpus: 1}, keep: 1, duration: 1s}}
events:
  - {at: 1s, fail: "m{1..10000}", for: 1s}
  - {at: 1s, stop: "f{1..10000}"}
  - {at: 2s, start: "f{1..10000}"}
`))
	require.NoError(t, err)
	simtest.Simulate(t, sc, 1)
	require.Less(t, busy(t)-begun, 30*time.Second)
}

// Nor do mistakes and warnings take the square of what there is, and of what there is not.
func TestManyOddNamesTakeTimeInProportion(t *testing.T) {
	var roles, weights []string
	for i := range 10_000 {
		roles = append(roles, fmt.Sprintf("{name: idle%d, guarantee: {cpus: 0.001}}", i))
		weights = append(weights, fmt.Sprintf("zzz%d: 2", i))
	}
	const text = "duration: 1s\nmachines: {has: {cpus: 4}}\nframeworks: {name: \"framework{1..10000}\", tasks: {size: {cpus: 1}, keep: 1}}\n"
	begun := busy(t)
	sc, err := scenario.Parse("idle.yaml", []byte(text+"roles: ["+strings.Join(roles, ", ")+"]\n"))
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(sc.Warnings()), len(roles))
	_, err = scenario.Parse("weights.yaml", []byte(text+"events: {at: 1s, weight: {"+strings.Join(weights, ", ")+"}}\n"))
	require.ErrorContains(t, err, "more than 1000 names are those of nothing that there is")
	_, err = scenario.Parse("start.yaml", []byte(text+"events: {at: 1s, start: \"fremework{1..10000}\"}\n"))
	require.ErrorContains(t, err, `there is no framework "fremework1"; did you mean "framework1"`)
	require.Less(t, busy(t)-begun, 30*time.Second)
}
