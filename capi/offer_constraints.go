package main

// #include "apportion.h"
import "C"

import "github.com/apportion/apportion/core"

func (in *instance) excludeAgents(m *C.apportion_op_exclude_agents) error {
	var r reader
	r.reserved(m.reserved, "excluded agents")
	agents := array[core.AgentID](&r, m.agents, m.agent_count, C.APPORTION_MAX_COUNT, "excluded agents")
	if r.err != nil {
		return r.err
	}
	return in.core.ExcludeAgents(core.FrameworkID(m.framework), core.RoleID(m.role), agents)
}

func (in *instance) excludeAgent(m *C.apportion_op_exclude_agent) error {
	return in.core.ExcludeAgent(core.FrameworkID(m.framework), core.RoleID(m.role), core.AgentID(m.agent), m.excluded != 0)
}
