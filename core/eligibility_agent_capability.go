package core

// agentIsCapable reports whether an agent's own capabilities let it be offered to
// a framework in a role: frameworks with several roles and nested roles are
// unknown to agents of old (isFiltered).
func (a *Allocator) agentIsCapable(g *agent, id RoleID, framework Capabilities) bool {
	if framework&MultiRole != 0 && g.capabilities&MultiRole == 0 {
		return false
	}
	return g.capabilities&HierarchicalRole != 0 || a.roles.get(id).parent == noRole
}
