package core

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestRecoveryWithoutWaiting: zeros stand for Mesos's defaults, NoWait for zero.
func TestRecoveryWithoutWaiting(t *testing.T) {
	quota := alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1000}}}
	recovered := func(o alloc.Options) *Allocator {
		a, err := New(o)
		require.NoError(t, err)
		web := need(a.InternRole("web"))(t)
		require.NoError(t, a.Recover(5, 10, []alloc.RoleQuota{{Role: web, Quota: quota}}))
		return a
	}
	waits := func(a *Allocator) bool {
		a.RequestAllocation()
		var cycle alloc.Cycle
		a.Allocate(5, &cycle)
		return !cycle.Report.Ran
	}
	a := recovered(alloc.Options{})
	require.True(t, waits(a))
	a.Advance(alloc.Time(5).Add(10*time.Minute - 1))
	require.True(t, waits(a))
	a.Advance(alloc.Time(5).Add(10 * time.Minute))
	require.False(t, waits(a))

	require.False(t, waits(recovered(alloc.Options{RecoveryTimeout: alloc.NoWait})))
	require.False(t, waits(recovered(alloc.Options{AgentRecoveryFactor: alloc.NoWait})))

	for _, o := range []alloc.Options{
		{RecoveryTimeout: -2}, {AgentRecoveryFactor: -0.5}, {AgentRecoveryFactor: math.NaN()}, {AgentRecoveryFactor: math.Inf(1)},
	} {
		_, err := New(o)
		var typed *alloc.Error
		require.ErrorAs(t, err, &typed)
		require.Equal(t, alloc.CodeInvalid, typed.Code)
	}
}

// TestRecoveryOfMoreThanThereWere: a factor above 1 waits for more agents than there were, and
// however large it is, for no more than can be counted.
func TestRecoveryOfMoreThanThereWere(t *testing.T) {
	quota := alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1000}}}
	for factor, want := range map[float64]int{1.5: 3, math.MaxFloat64: math.MaxInt32} {
		a, err := New(alloc.Options{AgentRecoveryFactor: factor})
		require.NoError(t, err)
		web := need(a.InternRole("web"))(t)
		require.NoError(t, a.Recover(0, 2, []alloc.RoleQuota{{Role: web, Quota: quota}}))
		for i := range 3 {
			require.True(t, a.Paused())
			require.Equal(t, want, a.state.Schedule.Recovery.ExpectedAgents)
			need(a.AddAgent(alloc.AgentInfo{ID: string(rune('a' + i))}))(t)
		}
		require.Equal(t, want > 3, a.Paused())
	}
}

// TestRecoveryWithTwoQuotasOfARole is refused, since it would not say which one is meant.
func TestRecoveryWithTwoQuotasOfARole(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	web := need(a.InternRole("web"))(t)
	before := a.Digest()
	err = a.Recover(0, 2, []alloc.RoleQuota{{Role: web}, {Role: web}})
	require.ErrorIs(t, err, alloc.ErrInvalid)
	require.ErrorContains(t, err, `recovered quotas: role "web" is named twice`)
	require.Equal(t, before, a.Digest())
}
