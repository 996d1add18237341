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

//export apportion_exclude_agents
func apportion_exclude_agents(handle C.apportion_instance, framework C.apportion_framework, role C.apportion_role, agents *C.apportion_agent, agent_count C.size_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.excludeAgents(&C.apportion_op_exclude_agents{
			framework: framework, agents: agents, agent_count: agent_count, role: role})
	})
}

func (in *instance) excludeAgent(m *C.apportion_op_exclude_agent) error {
	return in.core.ExcludeAgent(core.FrameworkID(m.framework), core.RoleID(m.role), core.AgentID(m.agent), m.excluded != 0)
}

//export apportion_exclude_agent
func apportion_exclude_agent(handle C.apportion_instance, framework C.apportion_framework, role C.apportion_role, agent C.apportion_agent, excluded C.uint32_t) C.int32_t {
	return enter(handle, func(in *instance) error {
		return in.excludeAgent(&C.apportion_op_exclude_agent{framework: framework, agent: agent, role: role, excluded: excluded})
	})
}
