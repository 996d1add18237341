package core

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// agentIsCapable reports whether an agent's own capabilities let it be offered to
// a framework in a role: frameworks with several roles and nested roles are
// unknown to agents of old (isFiltered).
func (a *Allocator) agentIsCapable(g *agents.Agent, id RoleID, framework Capabilities) bool {
	if framework&MultiRole != 0 && g.Capabilities&MultiRole == 0 {
		return false
	}
	return g.Capabilities&HierarchicalRole != 0 || a.roles.Get(id).Parent == api.NoRole
}
