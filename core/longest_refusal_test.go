package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// A refusal for longer than MaxRefuse ends after MaxRefuse.
func TestFilterLastsAtMostMaxRefuse(t *testing.T) {
	h := newExplained(t, core.Options{}, core.FrameworkInfo{}, core.AgentInfo{})
	h.RequestAllocation()
	h.Allocate(7, &h.cycle)
	for o, resources := range h.cycle.All() {
		require.NoError(t, h.RecoverResources(core.RecoverRequest{
			Now: 7, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: core.MaxRefuse + 1,
		}))
	}
	due, ok := h.NextDeadline()
	require.True(t, ok)
	require.Equal(t, core.Time(7).Add(core.MaxRefuse), due)
}

// A filter for inverse offers that ends now is no part of the state, which is that of an allocator
// that never had it.
func TestInverseFilterIsForgottenAtItsDeadline(t *testing.T) {
	digest := func(first bool) uint64 {
		h := newExplained(t, core.Options{}, core.FrameworkInfo{}, core.AgentInfo{})
		a1, _ := h.FindAgent("a1")
		require.NoError(t, h.UpdateUnavailability(a1, &core.Unavailability{Start: core.Time(time.Hour)}))
		answer := core.InverseOfferUpdate{Agent: a1, Framework: h.f, Status: core.Accept, RefuseFor: time.Second}
		if first {
			require.NoError(t, h.UpdateInverseOffer(answer))
		}
		answer.Now = core.Time(time.Second)
		require.NoError(t, h.UpdateInverseOffer(answer))
		return h.Digest()
	}
	require.Equal(t, digest(false), digest(true))
}
