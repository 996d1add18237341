package core

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSteadyStateAllocatesNothing: once everything has its size, neither a
// cycle nor what answers it takes memory.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if checking {
		t.Skip("checking invariants takes memory")
	}
	a, err := New(Options{Interval: time.Second})
	require.NoError(t, err)
	cpus := need(a.InternKind(Kind{Name: "cpus"}))(t)
	ports := need(a.InternKind(Kind{Name: "ports", Type: Ranges}))(t)
	for i := range 20 {
		role := need(a.InternRole(fmt.Sprintf("r%d", i%4)))(t)
		need(a.AddFramework(FrameworkInfo{ID: fmt.Sprintf("f%02d", i), Roles: []RoleID{role}}))(t)
	}
	for i := range 300 {
		need(a.AddAgent(AgentInfo{ID: fmt.Sprintf("a%03d", i), Total: []Resource{ScalarOf(cpus, 8000), IntervalOf(ports, 1, 99)}}))(t)
	}
	var cycle Cycle
	var now Time
	round := func() {
		now = now.Add(time.Second)
		a.Advance(now)
		a.Allocate(now, &cycle)
		for o, resources := range cycle.All() {
			if err := a.RecoverResources(RecoverRequest{
				Now: now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: 3 * time.Second,
			}); err != nil {
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
