package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// An agent's hostname, and so what the whitelist says of it, stays when only
// something else is updated.
func TestAgentUpdateLeavesHostname(t *testing.T) {
	h := newHost(t, core.Options{})
	must(h.AddFramework(core.FrameworkInfo{ID: "f1", Roles: h.roles("web")}))
	id := must(h.AddAgent(core.AgentInfo{ID: "a1", Hostname: "here", Total: h.of(1, 0)}))
	update := func(u core.AgentUpdate) []string {
		t.Helper()
		require.NoError(t, h.UpdateAgent(id, u))
		return h.offers()
	}
	offered, none := []string{"a1 to f1 as web"}, []string{}
	h.SetWhitelist([]string{"here"})
	require.Equal(t, offered, h.offers())
	total := h.of(2, 0)
	require.Equal(t, offered, update(core.AgentUpdate{Total: &total}))
	require.Equal(t, offered, update(core.AgentUpdate{AttributesChanged: true, InfoChanged: true}))

	// Asked again, it is still the same host that is on the list.
	h.SetWhitelist([]string{"there"})
	require.Equal(t, none, h.offers())
	h.SetWhitelist([]string{"here"})
	require.Equal(t, offered, h.offers())

	require.Equal(t, none, update(core.AgentUpdate{Hostname: new("there")}))
	total = h.of(3, 0)
	require.Equal(t, none, update(core.AgentUpdate{Total: &total}))
	require.Equal(t, offered, update(core.AgentUpdate{Hostname: new("here")}))
	require.Equal(t, none, update(core.AgentUpdate{Hostname: new("")}))
	require.Equal(t, h.of(3, 0), must(h.AgentTotal(nil, id)))

	// Of an agent that is deactivated the whitelist says nothing.
	require.NoError(t, h.DeactivateAgent(id))
	require.Equal(t, none, update(core.AgentUpdate{Hostname: new("here")}))
	require.NoError(t, h.ActivateAgent(id))
	require.Equal(t, offered, h.offers())
}

// An agent's region stays when only something else is updated, and goes when
// it is updated to none.
func TestAgentUpdateLeavesRegion(t *testing.T) {
	h := newHost(t, core.Options{Region: "west"})
	must(h.AddFramework(core.FrameworkInfo{ID: "f1", Roles: h.roles("web")})) // not aware of regions
	id := must(h.AddAgent(core.AgentInfo{ID: "a1", Region: "east", Total: h.of(1, 0)}))
	require.Empty(t, h.offers())
	total := h.of(2, 0)
	require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{Total: &total, Hostname: new("here")}))
	require.Empty(t, h.offers())

	require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{Region: new("")}))
	require.Equal(t, []string{"a1 to f1 as web"}, h.offers())
	require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{Hostname: new("there")}))
	require.Equal(t, []string{"a1 to f1 as web"}, h.offers())
	require.Equal(t, total, must(h.AgentTotal(nil, id)))
}

// An agent's total of nothing is not the same as none.
func TestAgentUpdateToNothing(t *testing.T) {
	h := newHost(t, core.Options{})
	id := must(h.AddAgent(core.AgentInfo{ID: "a1", Total: h.of(1, 0)}))
	require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{}))
	require.Equal(t, h.of(1, 0), must(h.AgentTotal(nil, id)))
	require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{Total: new([]core.Resource)}))
	require.Empty(t, must(h.AgentTotal(nil, id)))
}
