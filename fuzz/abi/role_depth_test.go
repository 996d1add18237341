package abi

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// TestRolesAsDeepAsTheBound: a role of as many levels as there may be has quota,
// frameworks and reservations as any other, and one of a level more is refused,
// through Go and through the C library.
func TestRolesAsDeepAsTheBound(t *testing.T) {
	options := alloc.Options{NestedQuota: true, AgentOrder: alloc.OrderByID}
	t.Run("Go", func(t *testing.T) {
		a, err := sequence.OpenCore(options)
		require.NoError(t, err)
		useDeepRoles(t, a)
	})
	runner := start(t)
	for _, mode := range []Mode{Single, Batched} {
		t.Run(mode.String(), func(t *testing.T) {
			session := runner.Session(mode)
			a, err := session.Open(options)
			require.NoError(t, err)
			useDeepRoles(t, a)
			require.NoError(t, session.Close())
		})
	}
}

func useDeepRoles(t *testing.T, a sequence.Target) {
	path := strings.Repeat("role/", alloc.MaxRoleDepth-1) + "role"
	_, err := answered[alloc.RoleID](a, &calls.InternRole{Path: path + "/x"})
	require.ErrorIs(t, err, alloc.ErrName)
	require.ErrorContains(t, err, "levels deep", "however long the path that is named before")
	reserved := alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: path}}}
	tooDeep := alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Dynamic, Role: path + "/x"}}}
	_, err = answered[alloc.KindID](a, new(calls.InternKind(tooDeep)))
	require.ErrorIs(t, err, alloc.ErrName)

	deepest, err := answered[alloc.RoleID](a, &calls.InternRole{Path: path})
	require.NoError(t, err)
	require.EqualValues(t, alloc.MaxRoleDepth-1, deepest, "what was refused left no role")
	name, err := a.(named).RoleName(deepest)
	require.NoError(t, err)
	require.Equal(t, path, name)
	above, err := answered[alloc.RoleID](a, &calls.InternRole{Path: path[:len("role/")*2000-1]})
	require.NoError(t, err)
	cpus, err := answered[alloc.KindID](a, &calls.InternKind{Name: "cpus"})
	require.NoError(t, err)
	own, err := answered[alloc.KindID](a, new(calls.InternKind(reserved)))
	require.NoError(t, err)

	require.NoError(t, do(a, &calls.SetQuota{Role: deepest, Quota: alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 5 * alloc.Unit}}}}))
	require.NoError(t, do(a, &calls.SetWeights{Weights: []alloc.RoleWeight{{Role: deepest, Weight: 2}}}))
	_, err = answered[alloc.FrameworkID](a, &calls.AddFramework{ID: "deep", Roles: []alloc.RoleID{deepest}, Capabilities: alloc.ReservationRefinement})
	require.NoError(t, err)
	_, err = answered[alloc.FrameworkID](a, &calls.AddFramework{ID: "above", Roles: []alloc.RoleID{above}})
	require.NoError(t, err)
	for _, id := range []string{"a1", "a2", "a3"} {
		_, err = answered[alloc.AgentID](a, &calls.AddAgent{ID: id, Total: []alloc.Resource{alloc.ScalarOf(cpus, 2*alloc.Unit), alloc.ScalarOf(own, alloc.Unit)}})
		require.NoError(t, err)
	}
	// The reservations, one of them on each agent, count towards the limit of 5.
	require.Equal(t, []string{"above a1 2", "above a3 2", "deep a1 1", "deep a2 3", "deep a3 1"}, offered(t, a))
}

// offered runs a cycle, gives all back, and returns who was offered how many cpus
// of which agent.
func offered(t *testing.T, a sequence.Target) []string {
	t.Helper()
	var cycle alloc.Cycle
	a.Allocate(0, &cycle)
	var list []string
	for o, resources := range cycle.All() {
		framework, err := a.(named).FrameworkName(o.Framework)
		require.NoError(t, err)
		agent, err := a.(named).AgentName(o.Agent)
		require.NoError(t, err)
		var sum alloc.Amount
		for _, r := range resources {
			sum += r.Amount
		}
		list = append(list, framework+" "+agent+" "+sum.String())
		require.NoError(t, do(a, &calls.RecoverResources{
			Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources,
		}))
	}
	slices.Sort(list)
	return list
}
