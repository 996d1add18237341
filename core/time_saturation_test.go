package core

import (
	"math"
	"testing"
	"time"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/stretchr/testify/require"
)

const longest = time.Duration(math.MaxInt64)

// TestDeadlinesSaturate: a wait that would end beyond the end of time ends never,
// and not at once.
func TestDeadlinesSaturate(t *testing.T) {
	for _, start := range []Time{math.MinInt64, -1, 0, 1, api.EndOfTime / 2, api.EndOfTime - Time(MaxRefuse), api.EndOfTime - 2} {
		a := need(New(Options{Interval: longest, RecoveryTimeout: longest, Start: start}))(t)
		cpus := need(a.InternKind(Kind{Name: "cpus"}))(t)
		web := need(a.InternRole("web"))(t)
		require.NoError(t, a.Recover(start, 10, []RoleQuota{{Role: web, Quota: Quota{Limits: []Quantity{{Name: "mem", Amount: 1}}}}}))
		f := need(a.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{web}}))(t)
		agent := need(a.AddAgent(AgentInfo{ID: "a", Total: []Resource{ScalarOf(cpus, 1)}, Unavailability: &Unavailability{}}))(t)
		a.Advance(start.Add(1))
		require.True(t, a.Paused(), "recovery, from %d on", start)
		a.Resume()
		a.state.Agents.RequestAll()

		var out Cycle
		a.Allocate(start, &out)
		require.Len(t, out.Offers, 1, "from %d on", start)
		a.Allocate(start, &out)
		for _, refuse := range []time.Duration{longest, MaxRefuse} {
			require.NoError(t, a.UpdateInverseOffer(InverseOfferUpdate{Now: start, Agent: agent, Framework: f, Status: Decline, RefuseFor: refuse}))
		}
		require.NoError(t, a.RecoverResources(RecoverRequest{Now: start, Framework: f, Agent: agent, Role: web, Resources: []Resource{ScalarOf(cpus, 1)}, RefuseFor: longest}))
		a.state.Agents.RequestAll()
		a.Allocate(start.Add(1), &out)
		require.Empty(t, out.Offers, "from %d on", start)
		require.NoError(t, a.Validate())

		a.Advance(api.EndOfTime)
		a.Advance(api.EndOfTime)
		require.NoError(t, a.Validate())
		_, ok := a.NextDeadline()
		require.False(t, ok)
	}
}

// TestSumsOfDurationsSaturate has cycles that waited, and took, all of time.
func TestSumsOfDurationsSaturate(t *testing.T) {
	a := need(New(Options{Interval: longest, Start: math.MinInt64}))(t)
	need(a.AddAgent(AgentInfo{ID: "a"}))(t)
	var out Cycle
	var m Metrics
	for _, now := range []Time{0, api.EndOfTime} {
		a.Allocate(now, &out)
		a.state.Agents.RequestAll()
		a.RunTook(longest)
	}
	a.Metrics(&m)
	require.Equal(t, longest, m.TotalLatency)
	require.Equal(t, longest, m.TotalRun)
}
