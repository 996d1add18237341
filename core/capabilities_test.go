package core_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
)

// An agent of which no capabilities are told is a modern one, and is offered to
// frameworks of several roles and in nested ones. One that is told to have none
// is for frameworks of the time before, in top-level roles.
func TestAgentCapabilitiesDefaultToModern(t *testing.T) {
	for name, c := range map[string]struct {
		agent     core.Capabilities
		framework core.Capabilities
		role      string
		offered   bool
	}{
		"modern by default, several roles":      {0, core.MultiRole, "web/shop", true},
		"modern by default, single role":        {0, core.NoCapabilities, "web/shop", true},
		"modern, said aloud":                    {core.ModernAgent, core.MultiRole, "web/shop", true},
		"none, several roles":                   {core.NoCapabilities, core.MultiRole, "web", false},
		"none, several roles, nested":           {core.NoCapabilities, core.MultiRole, "web/shop", false},
		"none, single role, nested":             {core.NoCapabilities, core.NoCapabilities, "web/shop", false},
		"none, single role":                     {core.NoCapabilities, core.NoCapabilities, "web", true},
		"none, single role by default":          {core.NoCapabilities, 0, "web", true},
		"several roles without nested, nested":  {core.MultiRole, core.MultiRole, "web/shop", false},
		"several roles without nested":          {core.MultiRole, core.MultiRole, "web", true},
		"nested without several roles":          {core.HierarchicalRole, 0, "web/shop", true},
		"nested without several roles, several": {core.HierarchicalRole, core.MultiRole, "web/shop", false},
	} {
		t.Run(name, func(t *testing.T) {
			want := []string{}
			if c.offered {
				want = append(want, "a1 to f1 as "+c.role)
			}
			h := newHost(t, core.Options{})
			must(h.AddFramework(core.FrameworkInfo{ID: "f1", Capabilities: c.framework, Roles: h.roles(c.role)}))
			id := must(h.AddAgent(core.AgentInfo{ID: "a1", Capabilities: c.agent, Total: h.of(1, 0)}))
			require.Equal(t, want, h.offers())

			// An update that is silent changes nothing, another way and back neither.
			require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{InfoChanged: true}))
			require.Equal(t, want, h.offers())
			opposite := core.ModernAgent
			if c.offered {
				opposite = core.NoCapabilities
			}
			require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{Capabilities: &opposite}))
			h.offers()
			require.NoError(t, h.UpdateAgent(id, core.AgentUpdate{Capabilities: &c.agent}))
			require.Equal(t, want, h.offers())
		})
	}
}
