package core

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRecoveryWithoutWaiting: zeros stand for Mesos's defaults, NoWait for zero.
func TestRecoveryWithoutWaiting(t *testing.T) {
	quota := Quota{Guarantees: []Quantity{{Name: "cpus", Amount: 1000}}}
	recovered := func(o Options) *Allocator {
		a, err := New(o)
		require.NoError(t, err)
		web := need(a.InternRole("web"))(t)
		require.NoError(t, a.Recover(5, 10, []RoleQuota{{Role: web, Quota: quota}}))
		return a
	}
	waits := func(a *Allocator) bool {
		a.RequestAllocation()
		var cycle Cycle
		a.Allocate(5, &cycle)
		return !cycle.Report.Ran
	}
	a := recovered(Options{})
	require.True(t, waits(a))
	a.Advance(Time(5).Add(10*time.Minute - 1))
	require.True(t, waits(a))
	a.Advance(Time(5).Add(10 * time.Minute))
	require.False(t, waits(a))

	a = recovered(Options{RecoveryTimeout: NoWait})
	require.True(t, waits(a))
	due, ok := a.NextDeadline()
	require.True(t, ok)
	require.EqualValues(t, 5, due)
	a.Advance(due)
	require.False(t, waits(a))

	require.False(t, waits(recovered(Options{AgentRecoveryFactor: NoWait})))

	for _, o := range []Options{{RecoveryTimeout: -2}, {AgentRecoveryFactor: -0.5}, {AgentRecoveryFactor: 1.1}} {
		_, err := New(o)
		var typed *Error
		require.ErrorAs(t, err, &typed)
		require.Equal(t, CodeInvalid, typed.Code)
	}
}
