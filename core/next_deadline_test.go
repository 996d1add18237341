package core_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// Without a periodic allocation the end of an offer filter is what is due next.
func TestNextDeadlineIsTheEndOfAnOfferFilter(t *testing.T) {
	h := newExplained(t, alloc.Options{}, alloc.FrameworkInfo{}, alloc.AgentInfo{})
	_, ok := h.NextDeadline()
	require.False(t, ok)
	h.RequestAllocation()
	h.Allocate(7, &h.cycle)
	for o, resources := range h.cycle.All() {
		require.NoError(t, h.RecoverResources(alloc.RecoverRequest{
			Now: 7, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources, RefuseFor: 5 * time.Second,
		}))
	}
	due, ok := h.NextDeadline()
	require.True(t, ok)
	require.Equal(t, alloc.Time(7+5*time.Second), due)
	h.Advance(due)
	_, ok = h.NextDeadline()
	require.False(t, ok)
}
