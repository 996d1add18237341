package cycle

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/api"
)

// AgentIsCapable reports whether an agent's own capabilities let it be offered to a
// framework in a role (isFiltered). Agents of old know neither frameworks with several
// roles nor nested roles.
func (cl *Cluster) AgentIsCapable(g *agents.Agent, id api.RoleID, framework api.Capabilities) bool {
	if framework&api.MultiRole != 0 && g.Capabilities&api.MultiRole == 0 {
		return false
	}
	return g.Capabilities&api.HierarchicalRole != 0 || cl.roles.Get(id).Parent == api.NoRole
}
