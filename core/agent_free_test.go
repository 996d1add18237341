package core

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// A shared volume that is revocable stays free while it is held.
func TestRevocableSharedVolumeStaysFree(t *testing.T) {
	a := need(New(Options{}))(t)
	role, id := need(a.InternRole("web"))(t), "v"
	volume := need(a.InternKind(Kind{Name: "disk", Revocable: true, Shared: true, Disk: &Disk{Persistence: &id}}))(t)
	_, err := a.AddFramework(FrameworkInfo{ID: "f", Roles: []RoleID{role}, Capabilities: RevocableResources | SharedResources})
	require.NoError(t, err)
	held := []Resource{ScalarOf(volume, 5*Unit)}
	agent := need(a.AddAgent(AgentInfo{ID: "a", Total: held, Used: []Usage{{Framework: "f", Role: role, Resources: held}}}))(t)
	require.NoError(t, a.Validate())
	var c Cycle
	a.Allocate(1, &c)
	require.Len(t, c.Offers, 1)
	require.NoError(t, a.Validate())
	require.NoError(t, a.RemoveAgent(agent))
	require.NoError(t, a.Validate())
}

// Copies of a revocable shared volume come and go, of which the first counts.
func TestCopiesOfRevocableSharedVolumeCountOnce(t *testing.T) {
	a := need(New(Options{}))(t)
	id := "v"
	volume := ScalarOf(need(a.InternKind(Kind{Name: "disk", Revocable: true, Shared: true, Disk: &Disk{Persistence: &id}}))(t), 5*Unit)
	agent := need(a.AddAgent(AgentInfo{ID: "a", Total: []Resource{volume}}))(t)
	for _, copies := range []int{2, 3, 1, 0, 2, 0} {
		total := slices.Repeat([]Resource{volume}, copies)
		require.NoError(t, a.UpdateAgent(agent, AgentUpdate{Total: &total}))
		require.NoError(t, a.Validate(), "%d copies", copies)
	}
}
