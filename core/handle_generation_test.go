package core

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/handle"
	"github.com/stretchr/testify/require"
)

// TestLastGenerationRetiresSlot: no handle is given out twice, and none that says
// it is another's.
func TestLastGenerationRetiresSlot(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a"}))(t)
	framework := need(a.AddFramework(alloc.FrameworkInfo{ID: "f"}))(t)
	given := map[uint64]bool{uint64(agent): true, uint64(framework): true}
	require.NoError(t, a.RemoveAgent(agent))
	require.NoError(t, a.RemoveFramework(framework))
	a.state.Agents.At(0).Generation, a.state.Frameworks.At(0).Generation = handle.MaxGeneration-1, handle.MaxGeneration-1
	for range 3 {
		agent = need(a.AddAgent(alloc.AgentInfo{ID: "a"}))(t)
		framework = need(a.AddFramework(alloc.FrameworkInfo{ID: "f"}))(t)
		require.False(t, given[uint64(agent)] || given[uint64(framework)])
		given[uint64(agent)], given[uint64(framework)] = true, true
		require.Equal(t, handle.Agent, handle.TagOf(uint64(agent)))
		require.Equal(t, handle.Framework, handle.TagOf(uint64(framework)))
		require.NoError(t, a.Validate())
		require.NoError(t, a.RemoveAgent(agent))
		require.NoError(t, a.RemoveFramework(framework))
		require.Zero(t, a.state.Agents.Live())
		require.ErrorIs(t, a.RemoveAgent(agent), alloc.ErrStale)
		require.ErrorIs(t, a.RemoveFramework(framework), alloc.ErrStale)
	}
	require.Equal(t, 2, a.state.Agents.Len())
	require.Equal(t, 2, a.state.Frameworks.Len())
	require.NoError(t, a.Validate())
}
