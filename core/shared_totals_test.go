package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// An agent comes with a volume that is like one that was there before and is forgotten, in all but for whom
// it is reserved.
func TestATotalIsNotThatOfAnAgentOfThePast(t *testing.T) {
	a, volume := must(core.New(alloc.Options{})), "v"
	f := must(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{must(a.InternRole("b"))}, Capabilities: alloc.MultiRole}))
	var cycle alloc.Cycle
	for _, role := range []string{"a", "b"} {
		kind := must(a.InternKind(alloc.Kind{Name: "disk", Disk: &alloc.Disk{Persistence: &volume},
			Reservations: []alloc.Reservation{{Type: alloc.Static, Role: role}}}))
		agent := must(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(kind, alloc.Unit)}, Capabilities: new(alloc.ModernAgent)}))
		require.NoError(t, a.Validate())
		a.Allocate(a.Now(), &cycle)
		if role == "b" {
			require.Len(t, cycle.Offers, 1)
			require.Equal(t, f, cycle.Offers[0].Framework)
			return
		}
		require.Empty(t, cycle.Offers)
		require.NoError(t, a.RemoveAgent(agent))
		require.NoError(t, a.ReleaseKinds(kind))
	}
}
