package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// An agent comes with a volume that is like one that was there before and is forgotten, in all but for whom
// it is reserved.
func TestATotalIsNotThatOfAnAgentOfThePast(t *testing.T) {
	a, volume := must(core.New(core.Options{})), "v"
	f := must(a.AddFramework(core.FrameworkInfo{ID: "f", Roles: []core.RoleID{must(a.InternRole("b"))}, Capabilities: core.MultiRole}))
	var cycle core.Cycle
	for _, role := range []string{"a", "b"} {
		kind := must(a.InternKind(core.Kind{Name: "disk", Disk: &core.Disk{Persistence: &volume},
			Reservations: []core.Reservation{{Type: core.Static, Role: role}}}))
		agent := must(a.AddAgent(core.AgentInfo{ID: "a", Total: []core.Resource{core.ScalarOf(kind, core.Unit)}, Capabilities: core.ModernAgent}))
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
