package core

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestHandleOfSomethingElse: a framework's handle is no agent's, although there is
// an agent in the same slot, and the other way round; the text says whose it is.
func TestHandleOfSomethingElse(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a"}))(t)
	framework := need(a.AddFramework(alloc.FrameworkInfo{ID: "f"}))(t)
	require.NotEqual(t, uint64(agent), uint64(framework))
	before := a.Digest()

	err := a.RemoveAgent(alloc.AgentID(framework))
	require.ErrorIs(t, err, alloc.ErrUnknownAgent)
	require.ErrorContains(t, err, "that is a framework's")
	err = a.RemoveFramework(alloc.FrameworkID(agent))
	require.ErrorIs(t, err, alloc.ErrUnknownFramework)
	require.ErrorContains(t, err, "that is an agent's")
	require.Equal(t, before, a.Digest())

	require.NoError(t, a.RemoveAgent(agent))
	require.NoError(t, a.RemoveFramework(framework))
	require.ErrorIs(t, a.RemoveAgent(alloc.AgentID(framework)), alloc.ErrUnknownAgent, "also when it is gone")
	require.ErrorIs(t, a.RemoveFramework(alloc.FrameworkID(agent)), alloc.ErrUnknownFramework)
}

// TestNumbersThatAreNoHandles: among them what would have been handles without a
// tag, and those of slots and generations to come.
func TestNumbersThatAreNoHandles(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a"}))(t)
	framework := need(a.AddFramework(alloc.FrameworkInfo{ID: "f"}))(t)
	for _, h := range []uint64{0, 1, 1 << 32, math.MaxInt64, math.MaxUint64} {
		require.ErrorContains(t, a.RemoveAgent(alloc.AgentID(h)), "never given out")
		require.ErrorContains(t, a.RemoveFramework(alloc.FrameworkID(h)), "never given out")
	}
	for _, more := range []uint64{1, 1 << 32} {
		require.ErrorIs(t, a.RemoveAgent(agent+alloc.AgentID(more)), alloc.ErrUnknownAgent)
		require.ErrorIs(t, a.RemoveFramework(framework+alloc.FrameworkID(more)), alloc.ErrUnknownFramework)
	}
	require.ErrorIs(t, a.RemoveAgent(agent-1<<32), alloc.ErrUnknownAgent, "no generation")
	require.ErrorIs(t, a.RemoveFramework(framework-1<<32), alloc.ErrUnknownFramework)
}
