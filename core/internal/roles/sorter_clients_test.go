package roles_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/statetest"
)

// order is the roles that take part in a cycle, in the order of their shares.
func order(s *statetest.State) (paths []string) {
	for _, c := range s.Roles.Sorter.Sort(nil) {
		paths = append(paths, s.Roles.Path(s.Roles.ByClient[c]))
	}
	return paths
}

// A role takes part while one of its frameworks does; under Random its weight counts anyway.
func TestWhichRolesTakePart(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	s.Role("nobody")
	web, db, other := s.Framework("f", "web"), s.Framework("f", "db"), s.Framework("g", "web")
	require.Equal(t, []string{"db", "web"}, order(s))
	s.Frameworks.Suppress(web)
	require.Equal(t, []string{"db", "web"}, order(s))
	s.Frameworks.Leave(other)
	require.Equal(t, []string{"db"}, order(s))
	s.Roles.SetPolicies(roles.PolicySetting{Role: alloc.AllRoles, Scope: alloc.ScopeRoles, Policy: alloc.Random})
	require.ElementsMatch(t, []string{"db", "web"}, order(s))
	s.Roles.SetPolicies(roles.PolicySetting{Role: alloc.AllRoles, Scope: alloc.ScopeRoles, Policy: alloc.DRF})
	require.Equal(t, []string{"db"}, order(s))
	s.Frameworks.Revive(web)
	s.Frameworks.Leave(db)
	require.Equal(t, []string{"web"}, order(s))
}

// The order of roles knows weights and ranks that were set before a framework came, and after.
func TestWeightsAndRanksOrderRoles(t *testing.T) {
	s := statetest.New(t, alloc.Options{RoleSorter: alloc.Ranked})
	agent := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:12")
	rank := func(path string, rank float64) { s.Roles.SetSettings(s.Role(path), alloc.Settings{Rank: rank}) }
	s.Roles.SetWeight(s.Role("b"), 3)
	rank("c", -1)
	for _, path := range []string{"a", "b", "c"} {
		s.Offer(agent, s.Framework("f", path), "cpus:2")
	}
	require.Equal(t, []string{"c", "b", "a"}, order(s))
	s.Roles.SetWeight(s.Role("a"), 4)
	require.Equal(t, []string{"c", "a", "b"}, order(s))
	rank("a", 1)
	rank("c", 2)
	require.Equal(t, []string{"b", "a", "c"}, order(s))
}

// The frameworks of a role go by the policy of the nearest role above that has one.
func TestTheNearestPolicyAboveOrdersFrameworks(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	s.Framework("f", "a/b/c")
	policy := func() alloc.Policy { return s.Roles.Get(s.Role("a/b/c")).Frameworks.Policy("") }
	set := func(path string, of alloc.PolicyScope, p alloc.Policy) {
		s.Roles.SetPolicies(roles.PolicySetting{Role: s.Role(path), Scope: of, Policy: p})
	}
	set("a", alloc.ScopeAll, alloc.Asset)
	require.Equal(t, alloc.Asset, policy())
	set("a/b", alloc.ScopeFrameworks, alloc.Random)
	require.Equal(t, alloc.Random, policy())
	set("a/b/c", alloc.ScopeRoles, alloc.Asset)
	set("x", alloc.ScopeFrameworks, alloc.Asset)
	require.Equal(t, alloc.Random, policy())
	set("a/b", alloc.ScopeFrameworks, "")
	require.Equal(t, alloc.Asset, policy())
	set("a", alloc.ScopeFrameworks, "")
	require.Equal(t, alloc.DRF, policy())
	require.Len(t, s.Roles.WithPolicies(), 3)

	s.Roles.SetPolicies(roles.PolicySetting{Role: alloc.AllRoles, Scope: alloc.ScopeFrameworks, Policy: alloc.Random})
	require.Equal(t, alloc.Random, policy())
	s.Framework("g", "a/b/new")
	require.Equal(t, alloc.Random, s.Roles.Get(s.Role("a/b/new")).Frameworks.Policy(""), "a new sorter has it, too")
}

// What a role and the roles above it hold, have reserved and use is summed up, and taken out again.
func TestSumsAreOfSubrolesToo(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m := s.Framework("f", "web/a", alloc.RevocableResources)
	agent := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; cpus(web):2; cpus(web)(web/a):1; cpus{revocable}:4")
	sums := func(path string) string {
		r := s.Roles.Get(s.Role(path))
		f := s.Kinds.FormatRow
		return f(r.Reserved) + "/" + f(r.OfferedOrAllocatedReserved) + "/" + f(r.OfferedOrAllocatedUnreserved) + "/" + f(r.InUse)
	}
	s.Offer(agent, m, "cpus:5; cpus(web):2; cpus{revocable}:3")
	s.Ledger.AddInUse(s.Agents.At(agent), s.Role("web/a"), s.Bag("cpus:4; cpus(web):1"))
	require.Equal(t, "cpus:3/cpus:2/cpus:5/cpus:4", sums("web"))
	require.Equal(t, "cpus:1/cpus:2/cpus:5/cpus:4", sums("web/a"))
	require.Equal(t, "nothing/nothing/nothing/nothing", sums("web/b"))
	require.Equal(t, "cpus:3 cpus:2", s.Kinds.FormatRow(s.Roles.Reserved)+" "+s.Kinds.FormatRow(s.Roles.OfferedOrAllocatedReserved))
	s.Agents.CloseAllInUse(s.Agents.At(agent))
	s.GiveBack(agent, m, "cpus:5; cpus(web):2; cpus{revocable}:3")
	s.Ledger.ApplyTotal(agent, s.Bag("cpus:8"))
	require.Equal(t, "nothing/nothing/nothing/nothing", sums("web"))
}

// Under HDRF a role that a cycle offered nothing may be blocked, until one of its frameworks revives
// or the role is offered something.
func TestBlockedUntilOfferedOrRevived(t *testing.T) {
	s := statetest.New(t, alloc.Options{RoleSorter: alloc.HDRF})
	m, other := s.Framework("f", "web"), s.Framework("g", "web")
	web := s.Roles.Get(s.Role("web"))
	require.True(t, s.Roles.Sorter.HeedsBlocked())
	for _, end := range []func(){
		func() { s.Roles.SetBlocked(web, false) },
		func() { s.Frameworks.Revive(m) },
		func() {
			for _, p := range []alloc.Policy{alloc.DRF, alloc.HDRF} { // which alone heeds it
				s.Roles.SetPolicies(roles.PolicySetting{Role: alloc.AllRoles, Scope: alloc.ScopeRoles, Policy: p})
			}
		},
		func() { s.Frameworks.Suppress(other); s.Frameworks.Revive(other) },
	} {
		s.Roles.SetBlocked(web, true)
		require.True(t, s.Roles.Sorter.Blocked(web.Client))
		end()
		require.False(t, s.Roles.Sorter.Blocked(web.Client))
	}
}
