package accounts

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// A wait of no time is over when it begins: a pause that comes later is not.
func TestAWaitOfNoTimeEndsOnce(t *testing.T) {
	b := New(sequence.NewCast())
	b.Options.RecoveryTimeout = -1
	learn := func(v calls.Call) {
		c := sequence.Of(v)
		b.Learn(&c)
	}
	learn(&calls.Recover{ExpectedAgents: 5, Quotas: []alloc.RoleQuota{{Role: alloc.RoleID(b.Cast.Role("a"))}}})
	require.Equal(t, Running, b.Paused)
	learn(&calls.Pause{})
	b.advance(1e9)
	require.Equal(t, Recovering, b.Paused)
}
