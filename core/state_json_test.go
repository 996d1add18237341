package core

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestStateNamesExcludedAgents: each subscription has the agents that offer
// constraints keep from it, by name, and others have none.
func TestStateNamesExcludedAgents(t *testing.T) {
	a, agents, frameworks := bare(t, 12, 3)
	exclude := func(i int, from ...alloc.AgentID) {
		t.Helper()
		require.NoError(t, a.ExcludeAgents(frameworks[i], alloc.RoleID(i), from))
	}
	excluded := func() map[string]map[string][]string {
		var state struct {
			Frameworks map[string]struct {
				Excluded map[string][]string `json:"excluded_by_attribute_constraints"`
			}
		}
		require.NoError(t, json.Unmarshal(a.AppendState(nil), &state))
		out := map[string]map[string][]string{}
		for name, f := range state.Frameworks {
			out[name] = f.Excluded
		}
		return out
	}
	exclude(0, agents[11], agents[2], agents[3])
	exclude(1, agents[2])
	require.Equal(t, map[string]map[string][]string{
		"f0": {"r0": {"a11", "a2", "a3"}}, "f1": {"r1": {"a2"}}, "f2": {"r2": {}},
	}, excluded())
	exclude(0)
	require.NoError(t, a.RemoveAgent(agents[2]))
	require.Equal(t, map[string]map[string][]string{"f0": {"r0": {}}, "f1": {"r1": {}}, "f2": {"r2": {}}}, excluded())
	require.NoError(t, a.Validate())
}

// TestStateOfTinyWeightIsJSON: what is divided by a tiny weight is beyond all
// numbers, for which JSON has no word.
func TestStateOfTinyWeightIsJSON(t *testing.T) {
	s := newSmall(t)
	require.NoError(t, s.SetWeights([]alloc.RoleWeight{{Role: s.web, Weight: math.SmallestNonzeroFloat64}, {Role: s.db, Weight: math.SmallestNonzeroFloat64}}))
	require.True(t, json.Valid(s.AppendState(nil)), "%s", s.AppendState(nil))
}
