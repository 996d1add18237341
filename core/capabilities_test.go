package core_test

import (
	"cmp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// An agent of which no capabilities are told is a modern one, and is offered to
// frameworks of several roles and in nested ones. One that is told to have none
// is for frameworks of the time before, in top-level roles.
func TestAgentCapabilitiesDefaultToModern(t *testing.T) {
	for name, c := range map[string]struct {
		agent     *alloc.Capabilities
		framework alloc.Capabilities
		role      string
		offered   bool
	}{
		"modern by default, several roles":      {nil, alloc.MultiRole, "web/shop", true},
		"modern by default, single role":        {nil, 0, "web/shop", true},
		"modern, said aloud":                    {new(alloc.ModernAgent), alloc.MultiRole, "web/shop", true},
		"none, several roles":                   {new(alloc.Capabilities), alloc.MultiRole, "web", false},
		"none, several roles, nested":           {new(alloc.Capabilities), alloc.MultiRole, "web/shop", false},
		"none, single role, nested":             {new(alloc.Capabilities), 0, "web/shop", false},
		"none, single role":                     {new(alloc.Capabilities), 0, "web", true},
		"several roles without nested, nested":  {new(alloc.MultiRole), alloc.MultiRole, "web/shop", false},
		"several roles without nested":          {new(alloc.MultiRole), alloc.MultiRole, "web", true},
		"nested without several roles":          {new(alloc.HierarchicalRole), 0, "web/shop", true},
		"nested without several roles, several": {new(alloc.HierarchicalRole), alloc.MultiRole, "web/shop", false},
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
				opposite = 0
			}
			require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Capabilities: &opposite}))
			h.offers()
			require.NoError(t, h.UpdateAgent(id, alloc.AgentUpdate{Capabilities: cmp.Or(c.agent, new(alloc.ModernAgent))}))
			require.Equal(t, want, h.offers())
		})
	}
}
