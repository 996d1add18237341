package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// An agent's hostname, and so what the whitelist says of it, stays when only
// something else is updated.
func TestAgentUpdateLeavesHostname(t *testing.T) {
	h := newHost(t, alloc.Options{})
	must(h.AddFramework(alloc.FrameworkInfo{ID: "f1", Roles: h.roles("web")}))
	id := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Hostname: "here", Total: h.of(1, 0)}))
	update := func(u alloc.AgentUpdate) []string {
		t.Helper()
		require.NoError(t, h.UpdateAgent(id, u))
		return h.offers()
	}
	offered, none := []string{"a1 to f1 as web"}, []string{}
	h.SetWhitelist([]string{"here"})
	require.Equal(t, offered, h.offers())
	total := h.of(2, 0)
	require.Equal(t, offered, update(alloc.AgentUpdate{Total: &total}))
	require.Equal(t, offered, update(alloc.AgentUpdate{AttributesChanged: true, InfoChanged: true}))

	// Asked again, it is still the same host that is on the list.
	h.SetWhitelist([]string{"there"})
	require.Equal(t, none, h.offers())
	h.SetWhitelist([]string{"here"})
	require.Equal(t, offered, h.offers())

	require.Equal(t, none, update(alloc.AgentUpdate{Hostname: new("there")}))
	total = h.of(3, 0)
	require.Equal(t, none, update(alloc.AgentUpdate{Total: &total}))
	require.Equal(t, offered, update(alloc.AgentUpdate{Hostname: new("here")}))
	require.Equal(t, none, update(alloc.AgentUpdate{Hostname: new("")}))
	require.Equal(t, h.of(3, 0), must(h.AgentTotal(nil, id)))

	// Of an agent that is deactivated the whitelist says nothing.
	require.NoError(t, h.DeactivateAgent(id))
	require.Equal(t, none, update(alloc.AgentUpdate{Hostname: new("here")}))
	require.NoError(t, h.ActivateAgent(id))
	require.Equal(t, offered, h.offers())
}

// An agent's region stays when only something else is updated, and goes when
// it is updated to none.
func TestAgentUpdateLeavesRegion(t *testing.T) {
	h := newHost(t, alloc.Options{Region: "west"})
	must(h.AddFramework(alloc.FrameworkInfo{ID: "f1", Roles: h.roles("web")})) // not aware of regions
	id := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Region: "east", Total: h.of(1, 0)}))
	require.Empty(t, h.offers())
	total := h.of(2, 0)
	require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Total: &total, Hostname: new("here")}))
	require.Empty(t, h.offers())

	require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Region: new("")}))
	require.Equal(t, []string{"a1 to f1 as web"}, h.offers())
	require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Hostname: new("there")}))
	require.Equal(t, []string{"a1 to f1 as web"}, h.offers())
	require.Equal(t, total, must(h.AgentTotal(nil, id)))
}

// An agent's total of nothing is not the same as none.
func TestAgentUpdateToNothing(t *testing.T) {
	h := newHost(t, alloc.Options{})
	id := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Total: h.of(1, 0)}))
	require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{}))
	require.Equal(t, h.of(1, 0), must(h.AgentTotal(nil, id)))
	require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Total: new([]alloc.Resource)}))
	require.Empty(t, must(h.AgentTotal(nil, id)))
}
