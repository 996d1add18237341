package abi

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// TestEndsOfTime: what would end beyond the end of time does not end, through the C
// library as in the core: the wait in recovery, the time between cycles, filters.
func TestEndsOfTime(t *testing.T) {
	const longest = time.Duration(math.MaxInt64)
	runner := start(t)
	for _, begin := range []alloc.Time{math.MinInt64, 0, alloc.LastTime - 3} {
		options := alloc.Options{Interval: longest, RecoveryTimeout: longest, Start: begin}
		direct, err := core.New(options)
		require.NoError(t, err)
		waitForever(t, sequence.Core{Allocator: direct}, begin)
		for _, mode := range []Mode{Single, Batched} {
			session := runner.Session(mode)
			a, err := session.Open(options)
			require.NoError(t, err)
			waitForever(t, a, begin)
			digest, err := a.(*Allocator).Digest()
			require.NoError(t, err)
			require.Equal(t, direct.Digest(), digest)
			require.NoError(t, session.Close())
		}
	}
}

func waitForever(t *testing.T, a sequence.Target, begin alloc.Time) {
	t.Helper()
	other, err := answered[alloc.RoleID](a, &calls.InternRole{Path: "other"})
	require.NoError(t, err)
	require.NoError(t, do(a, &calls.Recover{Now: begin, ExpectedAgents: 10, Quotas: []alloc.RoleQuota{{Role: other}}}))
	role, err := answered[alloc.RoleID](a, &calls.InternRole{Path: "r"})
	require.NoError(t, err)
	cpus, err := answered[alloc.KindID](a, &calls.InternKind{Name: "cpus"})
	require.NoError(t, err)
	all := []alloc.Resource{alloc.ScalarOf(cpus, 1)}
	agent, err := answered[alloc.AgentID](a, &calls.AddAgent{ID: "a", Total: all, Unavailability: &alloc.Unavailability{Start: math.MaxInt64, Duration: math.MaxInt64}})
	require.NoError(t, err)
	framework, err := answered[alloc.FrameworkID](a, &calls.AddFramework{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	require.NoError(t, do(a, &calls.Advance{Now: begin + 1}))
	require.False(t, a.Pending(), "recovery goes on")
	require.NoError(t, do(a, &calls.Resume{}))
	require.NoError(t, do(a, &calls.ReviveOffers{Framework: framework, Roles: nil}))

	var cycle alloc.Cycle
	a.Allocate(begin+1, &cycle)
	require.Len(t, cycle.Offers, 1)
	require.NoError(t, do(a, &calls.UpdateInverseOffer{
		Now: begin + 1, Agent: agent, Framework: framework, Status: alloc.Decline, RefuseFor: math.MaxInt64,
	}))
	require.NoError(t, do(a, &calls.RecoverResources{
		Now: begin + 1, Framework: framework, Agent: agent, Role: role, Resources: all, RefuseFor: math.MaxInt64,
	}))
	require.NoError(t, do(a, &calls.Advance{Now: begin + 2}))
	require.NoError(t, do(a, &calls.RequestResources{Framework: framework}))
	a.Allocate(begin+2, &cycle)
	require.Empty(t, cycle.Offers, "it was refused for the longest time")
	require.NoError(t, do(a, &calls.Advance{Now: alloc.LastTime}))
	require.NoError(t, do(a, &calls.Advance{Now: alloc.LastTime}))
}
