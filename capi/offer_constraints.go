package main

import "github.com/apportion/apportion/core/alloc"

// excludeAgents replaces the agents that are kept from a framework in a role: without any, none is.
func (in *instance) excludeAgents(m *apportion_op_exclude_agents) error {
	var r reader
	r.reserved(m.reserved, "excluded agents")
	agents := array[apportion_agent](&r, m.agents, m.agent_count, APPORTION_MAX_COUNT, "excluded agents")
	if r.err != nil {
		return r.err
	}
	in.agents = in.agents[:0]
	for _, h := range agents {
		in.agents = append(in.agents, in.agent(h))
	}
	return in.core.ExcludeAgents(in.framework(m.framework), alloc.RoleID(m.role.number), in.agents)
}
