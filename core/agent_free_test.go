package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// A shared volume that is revocable stays free while it is held.
func TestRevocableSharedVolumeStaysFree(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	role, id := need(a.InternRole("web"))(t), "v"
	volume := need(a.InternKind(alloc.Kind{Name: "disk", Revocable: true, Shared: true, Disk: &alloc.Disk{Persistence: &id}}))(t)
	_, err := a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}, Capabilities: alloc.RevocableResources | alloc.SharedResources})
	require.NoError(t, err)
	held := []alloc.Resource{alloc.ScalarOf(volume, 5*alloc.Unit)}
	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: held, Used: []alloc.Usage{{Framework: "f", Role: role, Resources: held}}}))(t)
	require.NoError(t, a.Validate())
	var c alloc.Cycle
	a.Allocate(1, &c)
	require.Len(t, c.Offers, 1)
	require.NoError(t, a.Validate())
	require.NoError(t, a.RemoveAgent(agent))
	require.NoError(t, a.Validate())
}

// Copies of a revocable shared volume come and go, of which the first counts.
func TestCopiesOfRevocableSharedVolumeCountOnce(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	id := "v"
	volume := alloc.ScalarOf(need(a.InternKind(alloc.Kind{Name: "disk", Revocable: true, Shared: true, Disk: &alloc.Disk{Persistence: &id}}))(t), 5*alloc.Unit)
	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{volume}}))(t)
	for _, copies := range []int{2, 3, 1, 0, 2, 0} {
		total := slices.Repeat([]alloc.Resource{volume}, copies)
		require.NoError(t, a.UpdateAgent(agent, alloc.AgentUpdate{Total: &total}))
		require.NoError(t, a.Validate(), "%d copies", copies)
	}
}
