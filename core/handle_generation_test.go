package core

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLastGenerationRetiresSlot: no handle is given out twice, nor is handle 0.
func TestLastGenerationRetiresSlot(t *testing.T) {
	a := need(New(Options{}))(t)
	agent := need(a.AddAgent(AgentInfo{ID: "a"}))(t)
	framework := need(a.AddFramework(FrameworkInfo{ID: "f"}))(t)
	require.NoError(t, a.RemoveAgent(agent))
	require.NoError(t, a.RemoveFramework(framework))
	a.agents.At(0).generation, a.frameworks.At(0).generation = math.MaxUint32-1, math.MaxUint32-1
	for range 3 {
		agent = need(a.AddAgent(AgentInfo{ID: "a"}))(t)
		framework = need(a.AddFramework(FrameworkInfo{ID: "f"}))(t)
		for _, handle := range []uint64{uint64(agent), uint64(framework)} {
			generation, _ := splitHandle(handle)
			require.NotZero(t, generation)
		}
		require.NoError(t, a.Validate())
		require.NoError(t, a.RemoveAgent(agent))
		require.NoError(t, a.RemoveFramework(framework))
		require.Zero(t, a.agents.Live())
		require.ErrorIs(t, a.RemoveAgent(agent), ErrStale)
		require.ErrorIs(t, a.RemoveFramework(framework), ErrStale)
	}
	require.Equal(t, 2, a.agents.Len())
	require.Equal(t, 2, a.frameworks.Len())
	require.NoError(t, a.Validate())
}
