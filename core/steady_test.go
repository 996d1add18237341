package core

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSteadyStateAllocatesNothing: once everything has its size, neither a
// cycle nor what answers it takes memory.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if checking {
		t.Skip("checking invariants takes memory")
	}
	a, err := New(Options{IntervalNanos: 1e9})
	require.NoError(t, err)
	cpus := need(a.Kind(Kind{Name: "cpus"}))(t)
	ports := need(a.Kind(Kind{Name: "ports", Type: Ranges}))(t)
	for i := range 20 {
		role := need(a.Role(fmt.Sprintf("r%d", i%4)))(t)
		need(a.AddFramework(FrameworkInfo{ID: fmt.Sprintf("f%02d", i), Roles: []RoleID{role}}, true, nil))(t)
	}
	for i := range 300 {
		need(a.AddAgent(AgentInfo{ID: fmt.Sprintf("a%03d", i), Total: []Resource{ScalarOf(cpus, 8000), SpanOf(ports, 1, 99)}}))(t)
	}
	var cycle Cycle
	now := int64(0)
	round := func() {
		now += 1e9
		a.Advance(now)
		a.Allocate(now, &cycle)
		for i := range cycle.Offers {
			o := &cycle.Offers[i]
			if err := a.RecoverResources(now, o.Framework, o.Agent, o.Role, cycle.ResourcesOf(o), 3e9, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 40 {
		round()
	}
	require.NotEmpty(t, cycle.Offers)
	require.Zero(t, testing.AllocsPerRun(2000, round))
}
