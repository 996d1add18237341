package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// An agent of which no capabilities are told is a modern one, and is offered to
// frameworks of several roles and in nested ones. One that is told to have none
// is for frameworks of the time before, in top-level roles.
func TestAgentCapabilitiesDefaultToModern(t *testing.T) {
	for name, c := range map[string]struct {
		agent     alloc.Capabilities
		framework alloc.Capabilities
		role      string
		offered   bool
	}{
		"modern by default, several roles":      {0, alloc.MultiRole, "web/shop", true},
		"modern by default, single role":        {0, alloc.NoCapabilities, "web/shop", true},
		"modern, said aloud":                    {alloc.ModernAgent, alloc.MultiRole, "web/shop", true},
		"none, several roles":                   {alloc.NoCapabilities, alloc.MultiRole, "web", false},
		"none, several roles, nested":           {alloc.NoCapabilities, alloc.MultiRole, "web/shop", false},
		"none, single role, nested":             {alloc.NoCapabilities, alloc.NoCapabilities, "web/shop", false},
		"none, single role":                     {alloc.NoCapabilities, alloc.NoCapabilities, "web", true},
		"none, single role by default":          {alloc.NoCapabilities, 0, "web", true},
		"several roles without nested, nested":  {alloc.MultiRole, alloc.MultiRole, "web/shop", false},
		"several roles without nested":          {alloc.MultiRole, alloc.MultiRole, "web", true},
		"nested without several roles":          {alloc.HierarchicalRole, 0, "web/shop", true},
		"nested without several roles, several": {alloc.HierarchicalRole, alloc.MultiRole, "web/shop", false},
	} {
		t.Run(name, func(t *testing.T) {
			want := []string{}
			if c.offered {
				want = append(want, "a1 to f1 as "+c.role)
			}
			h := newHost(t, alloc.Options{})
			must(h.AddFramework(alloc.FrameworkInfo{ID: "f1", Capabilities: c.framework, Roles: h.roles(c.role)}))
			id := must(h.AddAgent(alloc.AgentInfo{ID: "a1", Capabilities: c.agent, Total: h.of(1, 0)}))
			require.Equal(t, want, h.offers())

			// An update that is silent changes nothing, another way and back neither.
			require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{InfoChanged: true}))
			require.Equal(t, want, h.offers())
			opposite := alloc.ModernAgent
			if c.offered {
				opposite = alloc.NoCapabilities
			}
			require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Capabilities: &opposite}))
			h.offers()
			require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Capabilities: &c.agent}))
			require.Equal(t, want, h.offers())
		})
	}
}
