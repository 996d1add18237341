package core_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

// What a conversion adds to an allocation and not to the agent's total is known, too,
// for as long as it is held. Here a volume takes the place of a copy that goes.
func TestKindsThatConversionsAddAreKnown(t *testing.T) {
	h := newHost(t, alloc.Options{})
	id := "shared"
	shared := alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &id}})), 4000)
	added := h.volume("added")
	instead := []alloc.Resource{alloc.ScalarOf(added, 4000)}
	agent := must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: append(h.of(1, 0), shared)}))
	require.NoError(t, h.UpdateAvailable(agent, []alloc.Conversion{{Converted: []alloc.Resource{shared}}}))
	f := must(h.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: h.roles("web"), Capabilities: alloc.SharedResources}))
	h.Allocate(h.Now(), &h.cycle)
	require.Len(t, h.cycle.Offers, 1)
	held := append(h.of(1, 0), shared)
	require.NoError(t, h.UpdateAllocation(alloc.AllocationUpdate{
		Framework: f, Agent: agent, Role: h.role("web"), Offered: held,
		Conversions: []alloc.Conversion{{Consumed: held, Converted: h.of(1, 0)}, {Converted: instead}},
	}))
	require.NoError(t, h.ReleaseKinds(added))
	require.False(t, h.gone(added))
	require.NoError(t, h.Validate())
	require.NoError(t, h.RecoverResources(alloc.RecoverRequest{Now: h.Now(), Framework: f, Agent: agent, Role: h.role("web"), Resources: instead}))
	require.True(t, h.gone(added))
	require.NoError(t, h.Validate())
}

// Copies of the largest volume that there can be come to more than can be counted, which
// nobody does: they are one volume, also in a snapshot.
func TestCopiesOfTheLargestVolumeAreSaved(t *testing.T) {
	h := newHost(t, alloc.Options{})
	id := "shared"
	shared := alloc.ScalarOf(must(h.InternKind(alloc.Kind{Name: "disk", Shared: true, Disk: &alloc.Disk{Persistence: &id}})), quantities.MaxSum)
	agent := must(h.AddAgent(alloc.AgentInfo{ID: "a", Total: append(h.of(1, 0), shared)}))
	require.NoError(t, h.UpdateAvailable(agent, []alloc.Conversion{{Converted: []alloc.Resource{shared}}, {Converted: []alloc.Resource{shared}}}))
	var state bytes.Buffer
	require.NoError(t, h.Snapshot(&state))
	again, err := core.Restore(&state)
	require.NoError(t, err)
	require.Equal(t, h.Digest(), again.Digest())
	require.NoError(t, again.Validate())
}
