package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// Calls of no allocator, and calls that have nothing to fill, panic as documented; the latter change
// nothing.
func TestNilPanics(t *testing.T) {
	for _, a := range []*Allocator{nil, {}} {
		require.Panics(t, func() { a.Allocate(1, new(alloc.Cycle)) })
		require.Panics(t, func() { a.Metrics(new(Metrics)) })
		require.Panics(t, func() { _ = a.SetQuota(0, alloc.Quota{}) })
	}
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	a.RequestAllocation()
	digest := a.Digest()
	for _, fill := range []func(){
		func() { a.Allocate(1, nil) },
		func() { a.Metrics(nil) },
		func() { a.AgentLoads(nil) },
		func() { a.InverseOfferStatuses(nil) },
	} {
		require.Panics(t, fill)
	}
	require.Equal(t, digest, a.Digest())
	require.Zero(t, a.Now())
	require.True(t, a.Pending())
}
