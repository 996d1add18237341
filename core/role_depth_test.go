package core

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/text"
)

// deepPath is a role's path of so many components.
func deepPath(component string, depth int) string {
	return strings.Repeat(component+"/", depth-1) + component
}

// TestRolePathsAsDeepAsTheBound: one component more is refused, and nothing stays
// of it.
func TestRolePathsAsDeepAsTheBound(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	tooDeep := deepPath("r", alloc.MaxRoleDepth+1)
	_, err = a.InternRole(tooDeep)
	require.ErrorIs(t, err, alloc.ErrName)
	require.Less(t, len(err.Error()), 2000)
	require.Contains(t, err.Error(), "more than 4096 levels deep")
	_, err = a.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: tooDeep}}})
	require.ErrorIs(t, err, alloc.ErrName)
	require.Zero(t, a.state.Roles.Len())
	require.Zero(t, a.state.Names.Len())

	deepest := need(a.InternRole(deepPath("r", alloc.MaxRoleDepth)))(t)
	require.Equal(t, alloc.MaxRoleDepth, a.state.Roles.Len())
	require.Equal(t, deepPath("r", alloc.MaxRoleDepth), need(a.RoleName(deepest))(t))
	for depth := 1; depth <= alloc.MaxRoleDepth; depth += 65 {
		require.EqualValues(t, depth-1, need(a.InternRole(deepPath("r", depth)))(t), "was made on the way")
	}
	require.Equal(t, alloc.MaxRoleDepth, a.state.Roles.Len())
	require.NoError(t, a.Validate())
}

// TestMemoryOfDeepRoles: the roles on a path of a megabyte share its text.
func TestMemoryOfDeepRoles(t *testing.T) {
	path := deepPath(strings.Repeat("r", 255), alloc.MaxRoleDepth)
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	used := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	before := used()
	role := need(a.InternRole(path))(t)
	need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}}))(t)
	require.Less(t, used()-before, uint64(16*len(path)))
}

// TestAncestorsAcrossTheTree holds IsSelfOrAncestor to the paths.
func TestAncestorsAcrossTheTree(t *testing.T) {
	a, err := New(alloc.Options{})
	require.NoError(t, err)
	trunk := deepPath("r", 40)
	need(a.InternRole(trunk + "/x/y/z"))(t)
	need(a.InternRole(deepPath("r", 17) + "/s/" + deepPath("r", 30)))(t)
	need(a.InternRole("q/r/r"))(t)
	for n, r := range a.state.Roles.All {
		for above, higher := range a.state.Roles.All {
			want := a.state.Roles.PathOf(r) == a.state.Roles.PathOf(higher) || strings.HasPrefix(a.state.Roles.PathOf(r), a.state.Roles.PathOf(higher)+"/")
			require.Equal(t, want, a.state.Roles.IsSelfOrAncestor(alloc.RoleID(above), alloc.RoleID(n)), "%q above %q", a.state.Roles.PathOf(higher), a.state.Roles.PathOf(r))
		}
	}
}

// TestDeepRolesInMetricsAndState: a role at the bottom is shown with all above it,
// and none of them once nothing is left of it.
func TestDeepRolesInMetricsAndState(t *testing.T) {
	a, err := New(alloc.Options{NestedQuota: true})
	require.NoError(t, err)
	deepest := need(a.InternRole(deepPath("r", alloc.MaxRoleDepth)))(t)
	reserved := need(a.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: deepPath("r", alloc.MaxRoleDepth)}}}))(t)
	var m Metrics
	shown := func() int {
		a.Metrics(&m)
		for i := range m.Roles {
			require.EqualValues(t, i, m.Roles[i].Role, "a role comes before those below it")
		}
		var state struct {
			Roles []struct {
				Role   string
				ID     int
				Parent *int
			}
		}
		require.NoError(t, json.Unmarshal(a.AppendState(nil), &state))
		require.Len(t, state.Roles, len(m.Roles))
		for i, r := range state.Roles {
			require.Equal(t, i, r.ID)
			require.Equal(t, text.Short(deepPath("r", i+1), 256), r.Role)
			if i > 0 {
				require.Equal(t, i-1, *r.Parent)
			}
		}
		require.NoError(t, a.Validate())
		return len(m.Roles)
	}
	require.Zero(t, shown())

	agent := need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(reserved, 1000)}}))(t)
	require.Equal(t, alloc.MaxRoleDepth, shown())
	for i := range m.Roles {
		require.Equal(t, alloc.Unit, m.Roles[i].Reserved.At(0))
	}
	require.NoError(t, a.SetQuota(deepest, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: 1000}}}))
	require.NoError(t, a.RemoveAgent(agent))
	require.Equal(t, alloc.MaxRoleDepth, shown())
	require.NoError(t, a.SetQuota(deepest, alloc.Quota{}))
	require.Zero(t, shown())

	require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: deepest, Weight: 2}}))
	require.Equal(t, alloc.MaxRoleDepth, shown())
	framework := need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{deepest}}))(t)
	require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: deepest, Weight: 1}}))
	require.Equal(t, alloc.MaxRoleDepth, shown())
	require.NoError(t, a.RemoveFramework(framework))
	require.Zero(t, shown())
}
