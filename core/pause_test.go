package core

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestPauseEndsWithRecovery: as in Mesos, the end of the wait in recovery ends a
// pause of the host's, too.
func TestPauseEndsWithRecovery(t *testing.T) {
	a, err := New(Options{RecoveryTimeout: time.Minute})
	require.NoError(t, err)
	web := need(a.InternRole("web"))(t)
	require.NoError(t, a.Recover(0, 10, []RoleQuota{{Role: web, Quota: Quota{Guarantees: []Quantity{{Name: "cpus", Amount: Unit}}}}}))
	a.Resume()
	require.False(t, a.Paused())
	a.Pause()
	a.Advance(Time(time.Minute - 1))
	require.True(t, a.Paused())
	a.Advance(Time(time.Minute))
	require.False(t, a.Paused())
}
