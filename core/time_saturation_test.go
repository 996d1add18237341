package core

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

const longest = time.Duration(math.MaxInt64)

// TestDeadlinesSaturate: a wait that would end beyond the end of time ends never,
// and not at once.
func TestDeadlinesSaturate(t *testing.T) {
	for _, start := range []alloc.Time{math.MinInt64, -1, 0, 1, alloc.EndOfTime / 2, alloc.LastTime - 2} {
		a := need(New(alloc.Options{Interval: longest, RecoveryTimeout: longest, Start: start}))(t)
		cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
		web := need(a.InternRole("web"))(t)
		require.NoError(t, a.Recover(start, 10, []alloc.RoleQuota{{Role: web, Quota: alloc.Quota{Limits: []alloc.Quantity{{Name: "mem", Amount: 1}}}}}))
		f := need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{web}}))(t)
		agent := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(cpus, 1)}, Unavailability: &alloc.Unavailability{}}))(t)
		a.Advance(start.Add(1))
		require.True(t, a.Paused(), "recovery, from %d on", start)
		a.Resume()
		a.state.Schedule.RequestAll(a.state.Agents.Alive)

		var out alloc.Cycle
		a.Allocate(start, &out)
		require.Len(t, out.Offers, 1, "from %d on", start)
		a.Allocate(start, &out)
		for _, refuse := range []time.Duration{longest, alloc.MaxRefuse} {
			require.NoError(t, a.UpdateInverseOffer(alloc.InverseOfferUpdate{Now: start, Agent: agent, Framework: f, Status: alloc.Decline, RefuseFor: refuse}))
		}
		require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Now: start, Framework: f, Agent: agent, Role: web, Resources: []alloc.Resource{alloc.ScalarOf(cpus, 1)}, RefuseFor: longest}))
		a.state.Schedule.RequestAll(a.state.Agents.Alive)
		a.Allocate(start.Add(1), &out)
		require.Empty(t, out.Offers, "from %d on", start)
		require.NoError(t, a.Validate())

		a.Advance(alloc.LastTime)
		a.Advance(alloc.LastTime)
		require.NoError(t, a.Validate())
		_, ok := a.NextDeadline()
		require.False(t, ok)
	}
}

// TestSumsOfDurationsSaturate has cycles that waited, and took, all of time.
func TestSumsOfDurationsSaturate(t *testing.T) {
	a := need(New(alloc.Options{Interval: longest, Start: math.MinInt64}))(t)
	need(a.AddAgent(alloc.AgentInfo{ID: "a"}))(t)
	var out alloc.Cycle
	var m Metrics
	for _, now := range []alloc.Time{0, alloc.LastTime} {
		a.Allocate(now, &out)
		a.state.Schedule.RequestAll(a.state.Agents.Alive)
		a.runTook(longest)
	}
	a.Metrics(&m)
	require.Equal(t, longest, m.TotalLatency)
	require.Equal(t, longest, m.TotalRun)
}
