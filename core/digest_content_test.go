package core

import (
	"testing"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
	"github.com/stretchr/testify/require"
)

// TestDigestSeesWhitelist tells whitelists of one size apart, but not by the order
// in which hosts were named.
func TestDigestSeesWhitelist(t *testing.T) {
	digest := func(hosts ...string) uint64 {
		a := need(New(alloc.Options{}))(t)
		a.SetWhitelist(hosts)
		return a.Digest()
	}
	require.NotEqual(t, digest("a"), digest("b"))
	require.NotEqual(t, digest("a", "bc"), digest("ab", "c"))
	require.Equal(t, digest("a", "b"), digest("b", "a"))
}

// TestDigestSeesRanks tells ranks apart of a role that nobody is in, and of a framework that
// is in none: no sorter has them yet.
func TestDigestSeesRanks(t *testing.T) {
	digest := func(role, framework float64) uint64 {
		a := need(New(alloc.Options{}))(t)
		web := need(a.InternRole("web"))(t)
		f := need(a.AddFramework(alloc.FrameworkInfo{ID: "f"}))(t)
		require.NoError(t, a.SetRanks([]alloc.RoleRank{{Role: web, Rank: role}}, []alloc.FrameworkRank{{Framework: f, Rank: framework}}))
		return a.Digest()
	}
	require.NotEqual(t, digest(1, 0), digest(2, 0))
	require.NotEqual(t, digest(0, 1), digest(0, 2))
}

// TestDigestSeesResourceNames sees a name for as long as it is known, whatever the number
// is that it has.
func TestDigestSeesResourceNames(t *testing.T) {
	a := need(New(alloc.Options{}))(t)
	without := a.Digest()
	first, second := need(a.InternKind(alloc.Kind{Name: "x"}))(t), need(a.InternKind(alloc.Kind{Name: "y"}))(t)
	both := a.Digest()
	require.NotEqual(t, without, both)
	require.NoError(t, a.ReleaseKinds(first))
	require.NotEqual(t, both, a.Digest())
	require.NoError(t, a.ReleaseKinds(second))
	require.Equal(t, without, a.Digest())

	b := need(New(alloc.Options{}))(t)
	need(b.InternKind(alloc.Kind{Name: "y"}))(t)
	need(b.InternKind(alloc.Kind{Name: "x"}))(t)
	require.Equal(t, both, b.Digest())

	// A guarantee that is refused leaves no name behind.
	role := need(b.InternRole("web"))(t)
	require.ErrorIs(t, b.SetQuota(role, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "z", Amount: 2}}, Limits: []alloc.Quantity{{Name: "z", Amount: 1}}}), alloc.ErrInvalid)
	require.Equal(t, both, b.Digest())
	require.NoError(t, b.SetQuota(role, alloc.Quota{Guarantees: []alloc.Quantity{{Name: "z", Amount: 1}}}))
	require.NoError(t, b.SetQuota(role, alloc.Quota{}))
	require.Equal(t, both, b.Digest())
}

// TestDigestSeesPicks: of two that hold nothing, the one that was offered less often
// comes first, be they frameworks, roles, or roles that others are below.
func TestDigestSeesPicks(t *testing.T) {
	digest := func(frameworks, roles int, inner bool) uint64 {
		s := newSmall(t)
		r := s.role(t)
		all := need(s.OfferedOrAllocated(nil, s.a, s.f, r))(t)
		require.NoError(t, s.RecoverResources(alloc.RecoverRequest{Framework: s.f, Agent: s.a, Role: r, Resources: all}))
		shop, fair := need(s.InternRole("mall/shop"))(t), need(s.InternRole("mall/fair"))(t)
		g := need(s.AddFramework(alloc.FrameworkInfo{ID: "g", Roles: []alloc.RoleID{shop, fair}}))(t)
		for range frameworks {
			sub := s.state.Frameworks.Subscriptions.At(s.state.Frameworks.FindSubscription(0, r))
			s.state.Roles.Get(r).Frameworks.Allocated(sub.Client, quantities.Row{})
		}
		for range roles {
			s.state.Roles.Sorter.Allocated(s.state.Roles.Get(r).Client, quantities.Row{})
		}
		if inner { // in the role that leaves
			s.state.Roles.Sorter.Allocated(s.state.Roles.Get(shop).Client, quantities.Row{})
		}
		require.NoError(t, s.UpdateFramework(g, alloc.FrameworkUpdate{Roles: &[]alloc.RoleID{fair}}))
		require.NoError(t, s.Validate())
		return s.Digest()
	}
	require.Equal(t, digest(1, 1, false), digest(1, 1, false))
	require.NotEqual(t, digest(1, 1, false), digest(2, 1, false))
	require.NotEqual(t, digest(1, 1, false), digest(1, 2, false))
	require.NotEqual(t, digest(1, 1, false), digest(1, 1, true))
}

// TestDigestSeesWeightsInForce: a role that others are below keeps the weight that
// it had in its first cycle, as in Mesos, see sorter.SetWeight.
func TestDigestSeesWeightsInForce(t *testing.T) {
	digest := func(weightFirst bool) uint64 {
		a, _, _ := bare(t, 0, 0)
		mall := need(a.InternRole("mall"))(t)
		need(a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{need(a.InternRole("mall/shop"))(t)}}))(t)
		if weightFirst {
			require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: mall, Weight: 2}}))
		}
		cpus := need(a.InternKind(alloc.Kind{Name: "cpus"}))(t)
		need(a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(cpus, 1)}}))(t)
		var cycle alloc.Cycle
		a.Allocate(0, &cycle)
		require.Len(t, cycle.Offers, 1)
		if !weightFirst {
			require.NoError(t, a.SetWeights([]alloc.RoleWeight{{Role: mall, Weight: 2}}))
		}
		return a.Digest()
	}
	require.NotEqual(t, digest(true), digest(false))
}

// TestDigestSeesWaits: when a cycle was asked for is what its latency will be.
func TestDigestSeesWaits(t *testing.T) {
	digest := func(asked alloc.Time) uint64 {
		a := need(New(alloc.Options{}))(t)
		a.Advance(asked)
		a.RequestAllocation()
		a.Advance(10)
		return a.Digest()
	}
	require.NotEqual(t, digest(5), digest(6))
}
