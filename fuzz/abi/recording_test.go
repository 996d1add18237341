package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// TestRecording: the library records what is asked of it, in either mode, until it is
// told to stop.
func TestRecording(t *testing.T) {
	runner := start(t)
	for _, mode := range []Mode{Single, Batched} {
		session := runner.Session(mode)
		a, err := session.Open(alloc.Options{})
		require.NoError(t, err)
		recorded := a.(*Allocator)
		count, err := recorded.StopRecording()
		require.NoError(t, err)
		require.Zero(t, count)
		require.NoError(t, recorded.StartRecording(t.TempDir()))
		require.Error(t, recorded.StartRecording(t.TempDir()))
		require.NoError(t, do(a, &calls.Advance{Now: 1}))
		count, err = recorded.StopRecording()
		require.NoError(t, err)
		require.Positive(t, count)
		require.NoError(t, session.Close())
	}
}
