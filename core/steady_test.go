package core

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestSteadyStateAllocatesNothing: once everything has its size, neither a
// cycle nor what answers it takes memory.
func TestSteadyStateAllocatesNothing(t *testing.T) {
	if Checking {
		t.Skip("checking invariants takes memory")
	}
	a, err := New(alloc.Options{Interval: time.Second})
	require.NoError(t, err)
	cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
	ports := need(a.InternKind(alloc.Kind{Name: "ports", Type: alloc.Ranges}))(t)
	for i := range 20 {
		role := need(a.InternRole(fmt.Sprintf("r%d", i%4)))(t)
		need(a.AddFramework(alloc.FrameworkInfo{ID: fmt.Sprintf("f%02d", i), Roles: []alloc.RoleID{role}}))(t)
	}
	for i := range 300 {
		need(a.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("a%03d", i), Total: []alloc.Resource{alloc.ScalarOf(cpus, 8000), alloc.IntervalOf(ports, 1, 99)}}))(t)
	}
	var cycle alloc.Cycle
	var now alloc.Time
	round := func() {
		now = now.Add(time.Second)
		a.Advance(now)
		a.Allocate(now, &cycle)
		for o, resources := range cycle.All() {
			if err := a.RecoverResources(alloc.RecoverRequest{
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
