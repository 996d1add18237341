package roles_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/internal/text"
	"github.com/apportion/apportion/quantities"
)

// A role is known by its path, whatever the lengths of the names on it; roles are ordered as their
// paths are, and lie above those whose paths go on.
func TestRolesGoByTheirPaths(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	random := rand.New(rand.NewPCG(3, 3))
	names := []string{"a", "b", "a!", "ab", strings.Repeat("long", 30)}
	paths := []string{"a"}
	for len(paths) < 60 {
		above := paths[random.IntN(len(paths))] + "/"
		if random.IntN(6) == 0 {
			above = ""
		}
		paths = append(paths, above+names[random.IntN(len(names))])
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	for _, i := range random.Perm(len(paths)) {
		s.Role(paths[i])
	}
	for _, path := range paths {
		id := s.Roles.Intern(path)
		require.Equal(t, path, s.Roles.Path(id))
		require.Equal(t, text.Short(path, 256), s.Roles.ShortPath(s.Roles.Get(id)))
		at, below, known := s.Roles.Descend(path + "/new/er")
		require.True(t, at == id && below == "new/er" && !known)
		for _, other := range paths {
			otherID := s.Roles.Intern(other)
			require.Equal(t, strings.Compare(path, other), s.Roles.ComparePaths(id, otherID), "%s and %s", path, other)
			require.Equal(t, strings.HasPrefix(other+"/", path+"/"), s.Roles.IsSelfOrAncestor(id, otherID), "%s and %s", path, other)
		}
	}
	_, below, known := s.Roles.Descend("c/d")
	require.True(t, below == "c/d" && !known)
}

// A role is known while the host holds it, something refers to it, or something was set for it; then
// it is forgotten with the roles above that it alone referred to.
func TestRolesLastWhileThereIsAReason(t *testing.T) {
	s := statetest.New(t, alloc.Options{NestedQuota: true})
	s.Kind(alloc.Kind{Name: "cpus"})
	m := s.Framework("f", "used/by/framework")
	for path, reason := range map[string]func(id alloc.RoleID, on bool){
		"held": func(id alloc.RoleID, on bool) {
			if !on {
				s.Roles.Release(uint32(id))
			}
		},
		"w/weight": func(id alloc.RoleID, on bool) { s.Roles.SetWeight(id, 1+float64(assert.BoolInt(on))) },
		"q/quota": func(id alloc.RoleID, on bool) {
			for _, other := range []alloc.RoleID{s.Role("before"), id, s.Role("behind")} { // are to be reassessed, too
				s.Roles.SetQuota(other, roles.Quota{Guarantees: quantities.NewRow(alloc.Amount(assert.BoolInt(on)))}, s.Names)
			}
		},
		"r/rank": func(id alloc.RoleID, on bool) {
			s.Roles.SetSettings(id, alloc.Settings{Rank: float64(assert.BoolInt(on))})
		},
		"p/policy": func(id alloc.RoleID, on bool) {
			policy := map[bool]alloc.Policy{true: alloc.Random}[on]
			s.Roles.SetPolicies(roles.PolicySetting{Role: id, Scope: alloc.ScopeFrameworks, Policy: policy})
		},
	} {
		id := s.Role(path)
		reason(id, true)
		if path != "held" {
			s.Roles.Release(uint32(id))
		}
		s.Roles.ForgetRoles()
		require.Nil(t, s.Roles.CheckRole(id), path)
		reason(id, false)
		s.Roles.ForgetRoles()
		require.Contains(t, s.Roles.CheckRole(id).Text, "was released", path)
		_, _, known := s.Roles.Descend(path[:1])
		require.False(t, known, "nor what is above %s", path)
	}
	s.Roles.Release(uint32(s.Role("before")))
	s.Roles.Release(uint32(s.Role("behind")))
	id := s.Frameworks.Subscriptions.At(m).Role
	s.Roles.Release(uint32(id))
	s.Roles.ForgetRoles()
	require.Equal(t, `"used/by/framework"`, s.Roles.RoleText(id))
	s.Frameworks.Leave(m)
	s.Roles.ForgetRoles()
	require.NotNil(t, s.Roles.CheckRole(id))
	require.Contains(t, s.Roles.CheckRole(1000).Text, "was never declared")
	require.Zero(t, s.Roles.Len())
}

// Room for a role is room for those above it, too, that are new.
func TestNewRolesNeedRoom(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	s.Role("a/b")
	s.Limits.Roles = 4
	require.Nil(t, s.Roles.RoomForRole("a/b/c/d"))
	require.Nil(t, s.Roles.RoomForRole("c/d"))
	require.Equal(t, alloc.CodeLimit, s.Roles.RoomForRole("c/d/e").Code)
	s.Role("a/b/c/d")
	require.Nil(t, s.Roles.RoomForRole("a/b/c"), "it is there")
	require.Equal(t, alloc.CodeLimit, s.Roles.RoomForRole("e").Code)
}

// In use are the roles with frameworks, reservations, quota or a weight, and those above them: each
// before those below it, siblings by name.
func TestRolesInUse(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	inUse := func(under string) (paths []string) {
		of := s.Roles.InUse()
		if under != "" {
			of = s.Roles.Below(s.Role(under))
		}
		for id := range of {
			paths = append(paths, s.Roles.Path(id))
		}
		return paths
	}
	s.Role("idle/below")
	require.Empty(t, inUse(""))
	m := s.Framework("f", "b/framework")
	s.Quota("quota", "nothing", "cpus:1")
	s.Roles.SetWeight(s.Role("b!"), 2)
	agent := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus(b/a/reserved):1")
	require.Equal(t, []string{"b", "b/a", "b/a/reserved", "b/framework", "b!", "quota"}, inUse(""))
	require.Equal(t, []string{"b/a", "b/a/reserved", "b/framework"}, inUse("b"))
	s.Ledger.ApplyTotal(agent, s.Bag("cpus:1"))
	s.Frameworks.Leave(m)
	s.Roles.SetWeight(s.Role("b!"), 1)
	require.Equal(t, []string{"quota"}, inUse(""))
	s.Quota("quota", "nothing", "nothing")
	require.Empty(t, inUse(""))
}
