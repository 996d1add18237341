package eligibility

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/slots"
)

// AgentIsCapable reports whether an agent's own capabilities let it be offered to a framework in a role
// (isFiltered). Old agents know neither frameworks with several roles nor nested roles. MayTake asks it, and
// explanations do.
func (r *Rules) AgentIsCapable(agent alloc.Capabilities, id alloc.RoleID, framework alloc.Capabilities) bool {
	if framework&alloc.MultiRole != 0 && agent&alloc.MultiRole == 0 {
		return false
	}
	return agent&alloc.HierarchicalRole != 0 || r.roles.Get(id).Parent == slots.NoRole
}
