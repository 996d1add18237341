package core

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestPauseEndsWithRecovery: as in Mesos, the end of the wait in recovery ends a
// pause of the host's, too.
func TestPauseEndsWithRecovery(t *testing.T) {
	a, err := New(alloc.Options{RecoveryTimeout: time.Minute})
	require.NoError(t, err)
	web := need(a.InternRole("web"))(t)
	require.NoError(t, a.Recover(0, 10, []alloc.RoleQuota{{Role: web, Quota: alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: alloc.Unit}}}}}))
	a.Resume()
	require.False(t, a.Paused())
	a.Pause()
	a.Advance(alloc.Time(time.Minute - 1))
	require.True(t, a.Paused())
	a.Advance(alloc.Time(time.Minute))
	require.False(t, a.Paused())
}
