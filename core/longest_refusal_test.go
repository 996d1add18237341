package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// A refusal for longer than MaxRefuse ends after MaxRefuse.
func TestFilterLastsAtMostMaxRefuse(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	h.RequestAllocation()
	h.Allocate(7, &h.cycle)
	for o, resources := range h.cycle.All() {
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
			Now: 7, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: alloc.MaxRefuse + 1,
		}))
	}
	due, ok := h.NextDeadline()
	require.True(t, ok)
	require.Equal(t, alloc.Time(7).Add(alloc.MaxRefuse), due)
}

// A filter for inverse offers that ends now is no part of the state, which is that of an allocator
// that never had it.
func TestInverseFilterIsForgottenAtItsDeadline(t *testing.T) {
	digest := func(first bool) uint64 {
		h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
		a1, _ := h.FindAgent("a1")
		require.NoError(t, h.UpdateUnavailability(a1, &alloc.Unavailability{Start: alloc.Time(time.Hour)}))
		answer := alloc.InverseOfferUpdate{Agent: a1, Framework: h.f, Status: alloc.Accept, RefuseFor: time.Second}
		if first {
			require.NoError(t, h.UpdateInverseOffer(answer))
		}
		answer.Now = alloc.Time(time.Second)
		require.NoError(t, h.UpdateInverseOffer(answer))
		return h.Digest()
	}
	require.Equal(t, digest(false), digest(true))
}
