package core

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/quantities"
)

// TestDigestSeesWhitelist tells whitelists of one size apart, but not by the order
// in which hosts were named.
func TestDigestSeesWhitelist(t *testing.T) {
	digest := func(hosts ...string) uint64 {
		a := need(New(Options{}))(t)
		require.NoError(t, a.SetWhitelist(hosts))
		return a.Digest()
	}
	require.NotEqual(t, digest("a"), digest("b"))
	require.NotEqual(t, digest("a", "bc"), digest("ab", "c"))
	require.Equal(t, digest("a", "b"), digest("b", "a"))
}

// TestDigestSeesPicks: of two frameworks that hold nothing, the one that was offered
// less often comes first.
func TestDigestSeesPicks(t *testing.T) {
	digest := func(rounds int) uint64 {
		s := newSmall(t)
		r := s.role(t)
		all := need(s.OfferedOrAllocated(nil, s.a, s.f, r))(t)
		require.NoError(t, s.RecoverResources(RecoverRequest{Framework: s.f, Agent: s.a, Role: r, Resources: all}))
		for range rounds {
			sub := s.subscriptions.At(s.findSubscription(0, r))
			s.roles.get(r).frameworks.Allocated(sub.client, 0, quantities.Row{})
			s.roleSorter.Allocated(s.roles.get(r).client, 0, quantities.Row{})
		}
		return s.Digest()
	}
	require.NotEqual(t, digest(1), digest(2))
}
