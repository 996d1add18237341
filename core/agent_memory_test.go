package core

import (
	"fmt"
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/stretchr/testify/require"
)

// TestMemoryOfWhatAnAgentHad: an agent that had hundreds of volumes, and tasks of
// hundreds of roles, keeps no room for them.
func TestMemoryOfWhatAnAgentHad(t *testing.T) {
	OfLongLives(t)
	const many = 300
	s := newSmall(t)
	one := []alloc.Resource{alloc.ScalarOf(s.cpus, many)}
	all := append([]alloc.Resource{}, one...)
	for i := range many {
		id := fmt.Sprint("v", i)
		all = append(all, alloc.ScalarOf(need(s.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &id}}))(t), 1))
	}
	var used []alloc.Usage
	for i := range many {
		used = append(used, alloc.Usage{Framework: "f", Role: need(s.InternRole(fmt.Sprint("role", i)))(t), Resources: []alloc.Resource{alloc.ScalarOf(s.cpus, 1)}})
	}
	c := need(s.AddAgent(alloc.AgentInfo{ID: "c", Total: all, Used: used}))(t)
	g, _, err := s.state.Agents.AgentOf(c)
	require.Nil(t, err)
	require.Len(t, g.InUse, many)
	for _, u := range used {
		require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Framework: s.f, Agent: c, Role: u.Role, Resources: u.Resources, Allocated: true}))
	}
	require.NoError(t, s.UpdateAgent(c, alloc.AgentUpdate{Total: &one}))
	require.NoError(t, s.Validate())
	require.LessOrEqual(t, cap(g.InUse), agents.ManyInUse)
	require.LessOrEqual(t, cap(g.Total.Counts), 8)
	require.LessOrEqual(t, cap(g.Free.Counts), 8)
	require.NoError(t, s.RemoveAgent(c))
	require.LessOrEqual(t, cap(g.Entries), agents.ManyInUse)
}
