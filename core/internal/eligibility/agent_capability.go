package eligibility

import "github.com/apportion/apportion/core/internal/api"

// AgentIsCapable reports whether an agent's own capabilities let it be offered to a
// framework in a role (isFiltered). Agents of old know neither frameworks with several
// roles nor nested roles.
func (r *Rules) AgentIsCapable(agent api.Capabilities, id api.RoleID, framework api.Capabilities) bool {
	if framework&api.MultiRole != 0 && agent&api.MultiRole == 0 {
		return false
	}
	return agent&api.HierarchicalRole != 0 || r.roles.Get(id).Parent == api.NoRole
}
